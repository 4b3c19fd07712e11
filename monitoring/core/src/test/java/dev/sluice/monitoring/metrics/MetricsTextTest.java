package dev.sluice.monitoring.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.Exposition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTextTest {
  private static String text(MetricsText text) {
    return new String(text.bytes(), UTF_8);
  }

  @Test
  void texts_of_labels_are_escaped_and_nothing_in_them_acts() {
    String hostile = "a\"} 1\n# TYPE b\\n \u202e\u0000\ud800 é {x=\"y\"}";
    MetricsText text = new MetricsText();
    text.family("gauge", "a_b", "Help.")
        .value(3, "name", MetricsText.label(hostile))
        .value(4, "name", "\\\n\"");
    Exposition.Sample sample = Exposition.parse(text(text)).samples().get(0);
    assertThat(sample.labels()).containsEntry("name", "a\"} 1?# TYPE b\\n ??? é {x=\"y\"}");
    assertThat(text(text)).contains("a_b{name=\"\\\\\\n\\\"\"} 4\n");
  }

  @Test
  void a_long_label_is_cut_and_stays_another_than_one_with_the_same_beginning() {
    String one = MetricsText.label("x".repeat(1_000_000));
    String other = MetricsText.label("x".repeat(999_999) + "y");
    assertThat(one).hasSizeLessThanOrEqualTo(200).isNotEqualTo(other);
    assertThat(MetricsText.label("x".repeat(200))).isEqualTo("x".repeat(200));
  }

  @Test
  void what_is_not_known_has_no_line() {
    MetricsText text = new MetricsText();
    text.family("gauge", "a", "Help.").value(Double.NaN).family("gauge", "b", "Help.").value(0.5);
    assertThat(text(text))
        .isEqualTo("# HELP a Help.\n# TYPE a gauge\n# HELP b Help.\n# TYPE b gauge\nb 0.5\n");
  }

  @Test
  void a_histogram_adds_up_and_its_bounds_are_seconds() {
    long[] counts = new long[DurationBuckets.SIZE];
    for (long nanos : new long[] {-1, 0, 1_000, 1_001, 10_000_000_000L, Long.MAX_VALUE}) {
      counts[DurationBuckets.of(nanos)]++;
    }
    MetricsText text = new MetricsText();
    text.family("histogram", "a_seconds", "Help.").durations(counts, 1_500_000_000, "name", "x");
    Exposition page = Exposition.parse(text(text));
    assertThat(page.value("a_seconds_bucket", Map.of("le", "0.000001"))).isEqualTo(3);
    assertThat(page.value("a_seconds_bucket", Map.of("le", "0.00001"))).isEqualTo(4);
    assertThat(page.value("a_seconds_bucket", Map.of("le", "5"))).isEqualTo(4);
    assertThat(page.value("a_seconds_bucket", Map.of("le", "10"))).isEqualTo(5);
    assertThat(page.value("a_seconds_bucket", Map.of("le", "+Inf"))).isEqualTo(6);
    assertThat(page.value("a_seconds_count")).isEqualTo(6);
    assertThat(page.value("a_seconds_sum")).isEqualTo(1.5);
  }

  @Test
  void the_check_of_the_format_finds_faults() {
    String head = "# HELP a_total Help me.\n# TYPE a_total counter\n";
    Exposition.parse(head + "a_total{x=\"y\"} 1\na_total{x=\"z\"} 1.5E-7\n");
    for (String fault :
        List.of(
            head + "a_total 1",
            head + "a_total 1\n\n",
            head + "a_total  1\n",
            head + "a_total NaN\n",
            head + "a_total -1\n",
            head + "a_total{} 1\n",
            head + "a_total{x=\"y\",} 1\n",
            head + "a_total{x=\"y\"z=\"y\"} 1\n",
            head + "a_total{x=\"\\t\"} 1\n",
            head + "a_total{x=\"a\"b\"} 1\n",
            head + "a_total{pid=\"1\"} 1\n",
            head + "a_total{x=\"y\"} 1\na_total{x=\"y\"} 1\n",
            head + "b_total 1\n",
            head + head,
            "# TYPE a_total counter\n",
            "# HELP a_total Help me.\n",
            "# HELP a Help me.\n# TYPE a counter\n",
            "# HELP a_total Help me.\n# TYPE a_total gauge\n",
            "# HELP a_info Help me.\n# TYPE a_info gauge\na_info 0\n",
            "# HELP h_seconds Help me.\n# TYPE h_seconds histogram\n"
                + "h_seconds_bucket{le=\"+Inf\"} 2\nh_seconds_sum 1\nh_seconds_count 1\n",
            "# HELP h_seconds Help me.\n# TYPE h_seconds histogram\n"
                + "h_seconds_bucket{le=\"1\"} 2\nh_seconds_sum 1\nh_seconds_count 2\n",
            "# HELP h_seconds Help me.\n# TYPE h_seconds histogram\n"
                + "h_seconds_bucket{le=\"1\"} 3\nh_seconds_bucket{le=\"+Inf\"} 2\n"
                + "h_seconds_sum 1\nh_seconds_count 2\n")) {
      assertThatThrownBy(() -> Exposition.parse(fault))
          .as(fault)
          .isInstanceOf(AssertionError.class);
    }
  }
}
