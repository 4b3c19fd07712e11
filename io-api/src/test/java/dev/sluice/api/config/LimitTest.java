package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {
  private static final String EXAMPLE = "p99<250ms";

  @ParameterizedTest
  @CsvSource({
    "p99<7ns, 7",
    "p99<7us, 7e3",
    "p99<7µs, 7e3",
    "p99 < 7 ms, 7e6",
    "p99<0.5s, 5e8",
    "p99<1m, 6e10",
    "p99<1.5h, 5.4e12",
    "p99<1d, 8.64e13",
    "p99<7, 7",
    "p99<7%, 7"
  })
  void a_value_is_a_number_a_part_or_a_time_in_nanoseconds(String text, double value) {
    Limit limit = Limit.parse(text, EXAMPLE);

    assertThat(limit.value()).isEqualTo(value);
    assertThat(limit.isTime()).isEqualTo(text.matches(".*[a-z]"));
    assertThat(limit.subject()).isEqualTo("p99");
    assertThat(limit.text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "<, true, false, false",
    "<=, true, true, false",
    ">, false, false, true",
    ">=, false, true, true"
  })
  void a_sign_says_on_which_side_a_value_meets_it(
      String sign, boolean below, boolean equal, boolean above) {
    Limit limit = Limit.parse("n+1" + sign + "5", EXAMPLE);

    assertThat(limit.isMetBy(4.9)).isEqualTo(below);
    assertThat(limit.isMetBy(5)).isEqualTo(equal);
    assertThat(limit.isMetBy(5.1)).isEqualTo(above);
  }

  @Test
  void a_comma_separates_limits_unless_it_is_in_parentheses() {
    assertThat(Limit.list("p99(int a.B.c(int, int))<1s , n+1>5,max(x)>=1m", EXAMPLE))
        .extracting(Limit::subject, Limit::of, Limit::sign)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("p99", "int a.B.c(int, int)", "<"),
            org.assertj.core.groups.Tuple.tuple("n+1", null, ">"),
            org.assertj.core.groups.Tuple.tuple("max", "x", ">="));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99<1w | 'p99<1w' has the unit 'w': use ns, us, ms, s, m, h, d or %, as p99<250ms",
        "p99<1KiB | 'p99<1KiB' has the unit 'KiB': use ns, us, ms, s, m, h, d or %, as p99<250ms",
        "250ms | '250ms' is no limit: it needs a name, < <= > or >=, and a number, as p99<250ms",
        "a<1,, | '' is no limit: it needs a name, < <= > or >=, and a number, as p99<250ms"
      })
  void a_fault_is_named_with_its_place_and_an_example(String text, String message) {
    assertThatThrownBy(() -> Limit.list(text, EXAMPLE))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "p99=5ms",
    "p99<",
    "<5ms",
    "p99<-1",
    "p99<NaN",
    "p99<1e3",
    "p99<5 %x",
    "p99(<5",
    "p99<1234567890123456789",
    "p99<1s<2s"
  })
  void a_text_of_another_form_is_refused(String text) {
    assertThatThrownBy(() -> Limit.parse(text, EXAMPLE)).isInstanceOf(ConfigurationException.class);
  }
}
