package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartTest {
  private static final Key<Start> KEY = Key.start("from", "Where to start.", "beginning", "end");

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T12:30:00Z, 2026-01-31T12:30:00Z",
    "2026-01-31T12:30:00.123456789Z, 2026-01-31T12:30:00.123456789Z",
    "2026-01-31T13:30:00+01:00, 2026-01-31T12:30:00Z",
    "2026-01-31T12:30, 2026-01-31T12:30:00Z",
    "2026-01-31, 2026-01-31T00:00:00Z"
  })
  void a_time_is_read(String text, String time) {
    Start start = new Options(Map.of("from", text)).get(KEY);

    assertThat(start).isEqualTo(new Start(null, Instant.parse(time)));
    assertThat(KEY.check(start)).isEqualTo(start);
  }

  @Test
  void a_word_that_the_source_knows_is_no_time() {
    assertThat(new Options(Map.of("from", "end")).get(KEY)).isEqualTo(new Start("end", null));
    assertThat(new Options(Map.of()).get(KEY)).isEqualTo(Start.UNSAID);
  }

  @ParameterizedTest
  @CsvSource({"yesterday", "2026-13-01", "12:30", "2026-01-31T25:00Z", "''"})
  void anything_else_is_a_problem_that_shows_what_is_expected(String text) {
    Options options = new Options(Map.of("from", text));
    assertThat(options.get(KEY)).isEqualTo(Start.UNSAID);

    assertThatThrownBy(options::finish)
        .hasMessage(
            "option 'from' must be one of beginning, end, or a time like 2026-01-31T12:30:00Z, was"
                + " '"
                + text
                + "'");
  }
}
