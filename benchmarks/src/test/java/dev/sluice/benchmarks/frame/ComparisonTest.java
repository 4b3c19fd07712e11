package dev.sluice.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pages.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  private static final Metric RATE = new Metric("rate", "M/s", 1);

  private final Recorded recorded = new Recorded();

  @TempDir private Path folder;

  private static Cell cell(String serializer, String chunk) {
    return Cell.of("serializer", serializer, "chunk", chunk);
  }

  private void measured(Cell cell, double... values) {
    recorded.recorder().values(cell, RATE, values);
  }

  private String sentence() {
    return Comparison.of(recorded.results(), RATE, "serializer", "peer").sentence();
  }

  @Test
  void values_that_lie_apart_have_a_ratio_whose_ends_are_those_of_both_intervals() {
    measured(cell("peer", "8"), 10, 10, 10, 10);
    measured(cell("ours", "8"), 30, 30, 30, 30, 30, 30, 30, 60);

    assertThat(sentence())
        .startsWith("rate, M/s (8) beside peer 10.0: ours 33.8, 3.38 times (3.00 to ");
  }

  @Test
  void of_overlapping_intervals_no_difference_is_seen() {
    measured(cell("peer", "8"), 10, 11, 12, 13);
    measured(cell("ours", "8"), 11, 12, 13, 14);

    assertThat(sentence()).contains("peer 11.5: ours 12.5, no difference seen (0.");
  }

  @Test
  void few_values_are_told() {
    measured(cell("peer", "8"), 10, 11);
    measured(cell("peer", "16"), 15, 16, 17);
    measured(cell("ours", "8"), 20, 21);
    measured(cell("ours", "16"), 15, 16, 17);

    assertThat(sentence())
        .contains("ours 8 20.5, 1.95 times peer 8 10.5 (1.")
        .contains("ours 16 16.0 beside peer 16 16.0, no difference seen (0.")
        .endsWith("; by 2 values only.");
    measured(cell("peer", "32"), 10);
    measured(cell("ours", "32"), 15);
    assertThat(sentence()).endsWith("; by one value each.");
  }

  @Test
  void nothing_is_compared_with_what_was_not_measured_or_may_be_nothing() {
    measured(cell("ours", "8"), 20, 21);
    measured(cell("peer", "16"), 0, 10);
    measured(cell("ours", "16"), 20, 21);

    assertThat(Comparison.of(recorded.results(), RATE, "serializer", "peer").isEmpty()).isTrue();
    assertThat(Comparison.of(new Recorded().results(), RATE).isEmpty()).isTrue();
  }

  @Test
  void of_many_the_ends_are_told_and_the_page_has_all() throws Exception {
    measured(cell("peer", "1"), 10, 10, 10, 10);
    for (int i = 1; i < 10; i++) {
      measured(cell("ours" + i, "1"), 10 * i, 10 * i, 10 * i, 10 * i);
    }
    Comparison comparison = Comparison.of(recorded.results(), RATE);

    assertThat(comparison.sentence())
        .isEqualTo(
            "rate, M/s (1) beside peer 10.0: ours9 90.0, 9.00 times; ours1 10.0, no difference seen;"
                + " the other 7 lie between, 1 of all show no difference.");
    Page page = Page.titled("t");
    comparison.add(page);
    page.write(folder.resolve("page.html"));
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("≈ no difference seen", "▲ more", "\"kind\":\"values\"", "ours9");
  }

  @Test
  void ratios_may_be_those_of_turns() {
    measured(cell("peer", "8"), 10, 20);
    measured(cell("ours", "8"), 11, 22);

    assertThat(
            Comparison.of(
                    recorded.results(),
                    RATE,
                    cell -> true,
                    cell -> cell.with("serializer", "peer"),
                    (cell, other) -> Optional.of(new Ratio(1.1, 1.1, 1.2)))
                .sentence())
        .contains("ours 16.5, 1.10 times (1.10 to 1.20)");
  }
}
