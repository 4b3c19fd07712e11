package dev.sluice.monitoring.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.config.ConfigurationException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternMistakeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "com.acme.; 9; must not end in '.'; com.acme.*",
        ".acme.Foo; 1; must not begin with '.'; acme.Foo",
        "com...Foo; 4; more than two dots; com..Foo",
        "#foo; 1; a class must be named; **#foo",
        "com.acme.Foo#; 14; a method must be named; com.acme.Foo#*",
        "com.acme.Foo#a.b; 15; '.' must not be in a method name; com.acme.Foo#ab",
        "com.acme.Foo#a#b; 15; '#'; com.acme.Foo#ab",
        "com/acme/Foo; 4; '/'; com.acme.Foo",
        "com.acme.Foo-; 13; '-'; com.acme.Foo",
        "com.acme.List<String>#get; 14; type parameters are erased; com.acme.List#get",
        "com.acme.Foo.get(); 1; the result type is missing; ..* com.acme.Foo.get()",
        "com.acme.Foo.<init>(); 1; the result type is missing; new com.acme.Foo.<init>()",
        "new com.acme.Foo(..); 17; called <init>; new com.acme.Foo.<init>(..)",
        "void com.acme.Foo.<init>(..); 1; a constructor's result is 'new'; new com.acme.Foo.<init>(..)",
        "new com.acme.Foo#bar; 18; called <init>; new com.acme.Foo#<init>",
        "new; 4; classes must follow 'new'; new com.acme.**",
        "void get(); 6; the class before the method is missing; void com.acme.Foo.get()",
        "(..); 1; class and method must stand before '('; ..* com.acme..*.*(..)",
        "pubic com.acme.**; 1; 'pubic' is no modifier; public com.acme.**",
        "!pubic com.acme.**; 2; 'pubic' is no modifier; !public com.acme.**",
        "[public|privat] com.acme.**; 9; 'privat' is no modifier; [public|private] com.acme.**",
        "[public com.acme.**; 1; '[' is not closed; [public] com.acme.**",
        "pubic static void com.acme.Foo.bar(); 1; 'pubic' is no modifier; public static void com.acme.Foo.bar()",
        "java.lang.String com.acme.Foo.bar; 34; must end in parameters; java.lang.String com.acme.Foo.bar(..)",
        "* com.acme.Foo.bar(int,; 24; ')' is missing; * com.acme.Foo.bar(int,*)",
        "* com.acme.Foo.bar(int,,int); 24; a parameter type is missing; * com.acme.Foo.bar(int,*,int)",
        "* com.acme.Foo.bar() throws X; 21; throws neither; * com.acme.Foo.bar()",
        "* com.acme.Foo.bar(List<String>); 24; erased; * com.acme.Foo.bar(List)",
        "@; 2; an annotation must be named; @**",
      })
  void mistake_is_told_with_its_column_and_a_correct_form(
      String pattern, int column, String reason, String nearest) {
    ConfigurationException e =
        catchThrowableOfType(ConfigurationException.class, () -> Pattern.parse(pattern));
    assertThat(e.problems())
        .singleElement()
        .asString()
        .startsWith("pattern '" + pattern + "', column " + column + ": ")
        .contains(reason);
    assertThat(e.getMessage()).endsWith("; write '" + nearest + "'");
  }

  @Test
  void empty_pattern_is_refused() {
    assertThatThrownBy(() -> Pattern.parse(" ")).hasMessageContaining("column 1: it is empty");
  }

  @Test
  void all_mistakes_of_a_list_are_told() {
    assertThatThrownBy(() -> Pattern.parseAll("a/b|com.acme.*|c/d"))
        .hasMessageContaining("'a/b'")
        .hasMessageContaining("'c/d'")
        .hasMessageNotContaining("acme");
  }

  @Test
  void whatever_is_written_ends_in_a_pattern_or_in_a_form_that_is_one() {
    String[] parts = {
      "com", ".", "..", "...", "*", "**", "#", "(", ")", ",", " ", "new ", "<init>", "[", "]", "|",
      "!", "@", "public ", "pubic ", "void ", "<", ">", "/", "$", "non_", "int", "throws "
    };
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(9); k >= 0; k--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      try {
        Pattern.parse(text.toString());
      } catch (ConfigurationException e) {
        String message = e.getMessage();
        int from = message.lastIndexOf("; write '") + "; write '".length();
        Pattern.parse(message.substring(from, message.length() - 1));
      }
    }
  }
}
