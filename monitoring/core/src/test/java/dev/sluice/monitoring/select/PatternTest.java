package dev.sluice.monitoring.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternTest {
  private static final String FOO = "com.acme.Foo";

  private static Candidate method(int modifiers, String result, String name, String... parameters) {
    return new Candidate(FOO, name, modifiers, result, List.of(parameters), Set.of());
  }

  private static Candidate annotated(String... annotations) {
    return new Candidate(FOO, "bar", 0, "void", List.of(), Set.of(annotations));
  }

  private static boolean includes(String pattern, Candidate candidate) {
    return Pattern.parse(pattern).includes(candidate);
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Foo, com.acme.Foo, true",
    "com.acme.Foo, com.acme.Foo$Bar, false",
    "com.acme.Foo*, com.acme.Foo$Bar, true",
    "com.acme.Foo$Bar, com.acme.Foo$Bar, true",
    "com.acme.Foo, com.acmeXFoo, false",
    "com.acme.*, com.acme.Foo, true",
    "com.acme.*, com.acme.Foo$Bar, true",
    "com.acme.*, com.acme.sub.Foo, false",
    "com.acme.**, com.acme.Foo, true",
    "com.acme.**, com.acme.sub.deeper.Foo, true",
    "com.acme.**, com.acmecorp.Foo, false",
    "com.acme.**, com.acme, false",
    "com.acme..*, com.acme.Foo, true",
    "com.acme..*, com.acme.sub.deeper.Foo, true",
    "com..Foo, com.Foo, true",
    "com..Foo, com.acme.Foo, true",
    "com..Foo, com.acme.XFoo, false",
    "..Foo, Foo, true",
    "..Foo, com.acme.Foo, true",
    "**.Foo, com.acme.Foo, true",
    "**.Foo, Foo, false",
    "**, Foo, true",
    "*, Foo, true",
    "*, com.acme.Foo, false",
    "com.*.Foo, com.acme.Foo, true",
    "com.*.Foo, com.acme.sub.Foo, false",
    "com.acme.Foo#bar, com.acme.Foo, true",
    "com.acme.Foo$1, com.acme.Foo$1, true",
    "com.acme.F_o, com.acme.Foo, false",
    "..* com.acme..*.get*(..), com.acme.sub.Foo, true",
    "..* com.acme..*.get*(..), org.acme.Foo, false",
    "public, org.acme.Foo, true",
  })
  void classes_are_known_by_their_name_alone(String pattern, String type, boolean matches) {
    assertThat(Pattern.parse(pattern).mayMatch(type)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Foo, anything, true",
    "com.acme.Foo#get*, getName, true",
    "com.acme.Foo#get*, setName, false",
    "com.acme.Foo#get, getName, false",
    "com.acme.Foo#*, <init>, false",
    "com.acme.Foo, <init>, false",
    "com.acme.Foo, <clinit>, false",
    "public, <init>, false",
    "com.acme.Foo#<init>, <init>, true",
    "com.acme.Foo#<init>, bar, false",
    "new com.acme.Foo, <init>, true",
    "new com.acme.Foo, bar, false",
    "new com.acme.Foo#<init>, <init>, true",
    "com.acme.Foo#<clinit>, <clinit>, true",
    "new com.acme..*.<init>(..), <init>, true",
    "..* com.acme..*.*(..), <init>, false",
  })
  void methods_are_known_by_name_and_initialisers_must_be_named(
      String pattern, String method, boolean matches) {
    assertThat(includes(pattern, method(Modifier.PUBLIC, "void", method))).isEqualTo(matches);
  }

  @Test
  void class_that_is_excluded_loses_its_constructors_too() {
    assertThat(Pattern.parse(FOO).matches(method(0, "void", "<init>"))).isTrue();
    assertThat(Pattern.parse("private").matches(method(Modifier.PRIVATE, "void", "<init>")))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "public, public, true",
    "public, private, false",
    "!private, public, true",
    "!private, private, false",
    "non_private, private, false",
    "package, '', true",
    "package, public, false",
    "[public|private], private, true",
    "[ public | private ], public, true",
    "[public|private], protected, false",
    "[public|!static], private static, false",
    "public static, public static, true",
    "public static, public, false",
    "non_static non_final, synchronized, true",
    "non_static non_final, final, false",
    "public com.acme.**#bar, public, true",
    "public com.acme.**#bar, protected, false",
    "private int com.acme.Foo.bar(), private, true",
    "private int com.acme.Foo.bar(), private static final, true",
    "private non_static int com.acme.Foo.bar(), private static, false",
  })
  void modifiers_are_conditions(String pattern, String modifiers, boolean matches) {
    int bits = 0;
    for (String word : modifiers.split(" ")) {
      bits |= word.isEmpty() ? 0 : Condition.MODIFIERS.get(word);
    }
    assertThat(includes(pattern, method(bits, "int", "bar"))).isEqualTo(matches);
  }

  @Test
  void annotations_are_conditions_and_may_be_of_any_package() {
    Candidate monitored = annotated("com.acme.Monitored", "org.junit.Test");
    assertThat(includes("@com.acme.Monitored", monitored)).isTrue();
    assertThat(includes("@Monitored", monitored)).isTrue();
    assertThat(includes("@com.acme.*", monitored)).isTrue();
    assertThat(includes("@com.acme.Mon", monitored)).isFalse();
    assertThat(includes("!@org.junit.Test com.acme.**", monitored)).isFalse();
    assertThat(includes("[@Slow|@Monitored] com.acme.**", monitored)).isTrue();
    assertThat(includes("@Test", annotated("com.acme.Foo$Test"))).isTrue();
    assertThat(includes("@Test", annotated("com.acme.FooTest"))).isFalse();
    assertThat(includes("@Monitored", annotated())).isFalse();
    assertThat(includes("@Monitored com.other.**", monitored)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "..* com.acme.Foo.bar(..); true",
        "* com.acme.Foo.bar(..); true",
        "java.lang.String com.acme.Foo.bar(..); true",
        "java..* com.acme.Foo.bar(..); true",
        "void com.acme.Foo.bar(..); false",
        "..* com.acme.Foo.bar(int, java.lang.String[]); true",
        "..* com.acme.Foo.bar(int,java.lang.String...); true",
        "..* com.acme.Foo.bar( int , .. ); true",
        "..* com.acme.Foo.bar(.., java.lang.String[]); true",
        "..* com.acme.Foo.bar(.., int, ..); true",
        "..* com.acme.Foo.bar(*, *); true",
        "..* com.acme.Foo.bar(*, *, ..); true",
        "..* com.acme.Foo.bar(*); false",
        "..* com.acme.Foo.bar(*, *, *); false",
        "..* com.acme.Foo.bar(); false",
        "..* com.acme.Foo.bar(.., int); false",
        "..* com.acme.Foo.bar(int, java.lang.String); false",
        "com.acme.Foo#bar(int, ..); true",
        "com.acme.Foo#bar(); false",
        "public com.acme.**#b*(.., int, ..); true",
      })
  void signatures_say_result_and_parameters(String pattern, boolean matches) {
    Candidate bar = method(Modifier.PUBLIC, "java.lang.String", "bar", "int", "java.lang.String[]");
    assertThat(includes(pattern, bar)).isEqualTo(matches);
  }

  @Test
  void patterns_are_separated_by_bars_outside_of_brackets() {
    assertThat(Pattern.parseAll("com.a.* | [public|private] com.b.*||* com.c.Foo.bar()"))
        .extracting(Pattern::toString)
        .containsExactly("com.a.*", "[public|private] com.b.*", "* com.c.Foo.bar()");
    assertThat(Pattern.parseAll(" ")).isEmpty();
  }
}
