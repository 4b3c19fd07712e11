package dev.sluice.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final long SECOND = 1_000_000_000L;

  private static History.Sample sample(int i, Map<String, Long> dropped) {
    Histogram requests = new Histogram(2);
    requests.recordValue(100 + i % 5);
    return new History.Sample(i * 1000L, SECOND, 10, 1000, requests, i % 7, Meter.NONE, 0, dropped);
  }

  private static String written(History history) throws IOException {
    return new String(Watched.ascii(history.json()), StandardCharsets.US_ASCII);
  }

  @Test
  void only_the_last_points_are_kept() throws IOException {
    History history = new History(SECOND, 3, true);
    for (int i = 0; i < 100_000; i++) {
      history.add(sample(i, Map.of()));
    }
    assertThat(written(history))
        .contains("\"time\":[99997000,99998000,99999000]")
        .contains("\"records\":[10,10,10]", "\"lag\":[null,null,null]", "\"dropped\":{}");
  }

  @Test
  void samples_of_a_span_are_one_point_with_their_quantiles_and_sums() throws IOException {
    History history = new History(5 * SECOND, 10, true);
    for (int i = 0; i < 12; i++) {
      history.add(sample(i, i == 1 ? Map.of("ring_full", 2L) : Map.of("evicted", 1L)));
    }
    assertThat(written(history))
        .contains("\"spanSeconds\":5", "\"time\":[4000,9000]", "\"seconds\":[5,5]")
        .contains("\"records\":[10,10]", "\"max\":[104,104]", "\"behind\":[4,6]")
        .contains("\"dropped\":{\"evicted\":[4,5],\"ring_full\":[2,0]}");
  }
}
