package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternTest {
  @ParameterizedTest
  @CsvSource({
    "com.acme.Foo, com.acme.Foo, true",
    "com.acme.Foo, com.acme.Foo$Bar, false",
    "com.acme.Foo*, com.acme.Foo$Bar, true",
    "com.acme.Foo, com.acmeXFoo, false",
    "com.acme.*, com.acme.Foo, true",
    "com.acme.*, com.acme.Foo$Bar, true",
    "com.acme.*, com.acme.sub.Foo, false",
    "com.acme.**, com.acme.Foo, true",
    "com.acme.**, com.acme.sub.deeper.Foo, true",
    "com.acme.**, com.acmecorp.Foo, false",
    "**.Foo, com.acme.Foo, true",
    "**.Foo, Foo, false",
    "**, Foo, true",
    "*, Foo, true",
    "*, com.acme.Foo, false",
    "com.*.Foo, com.acme.Foo, true",
    "com.*.Foo, com.acme.sub.Foo, false",
    "com.acme.Foo#bar, com.acme.Foo, true",
  })
  void class_part_is_a_glob_on_the_whole_name(String pattern, String type, boolean matches) {
    assertThat(Pattern.parse(pattern).matchesType(type)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Foo, anything, true",
    "com.acme.Foo#get*, getName, true",
    "com.acme.Foo#get*, setName, false",
    "com.acme.Foo#get, getName, false",
  })
  void method_part_is_a_glob_on_the_method_name(String pattern, String method, boolean matches) {
    assertThat(Pattern.parse(pattern).matchesMethod(method)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme..*, '..'",
    "com.acme., name a class",
    ".acme, name a class",
    "#foo, name a class",
    "com.acme.Foo#, name a method",
    "com.acme.Foo#a.b, name a method",
    "com.acme.Foo#a#b, name a method",
    "com/acme/Foo, '/'",
    "com.acme.Foo(), '('",
    "public com.acme.Foo, ' '",
  })
  void pattern_that_can_match_nothing_is_refused_with_its_text(String pattern, String reason) {
    assertThatThrownBy(() -> Pattern.parse(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + pattern + "'")
        .hasMessageContaining(reason);
  }

  @Test
  void regular_expression_characters_mean_themselves() {
    assertThat(Pattern.parse("com.acme.Foo$1").matchesType("com.acme.Foo$1")).isTrue();
    assertThat(Pattern.parse("com.acme.F_o").matchesType("com.acme.Foo")).isFalse();
  }
}
