package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.collectors.threads.Step;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The option {@code chunk.adapt} of a collector. */
class AdaptOptionTest extends CollectorTest {
  private ChunkingCollectorBuilder with(Map<String, String> options) {
    return ChunkingCollector.builder(writer, serializer, new Options(options))
        .producerName("test")
        .platform(clock);
  }

  @Test
  void limits_that_are_not_given_are_the_goal_and_8192_records() {
    Options options = new Options(Map.of("chunk.adapt", "p99<250ms"));
    start(
        ChunkingCollector.builder(writer, serializer, options)
            .producerName("test")
            .platform(clock));
    assertThat(options.settings())
        .extracting(Object::toString)
        .contains(
            "chunk.records = 8192 (default, with chunk.adapt)",
            "delay = 250ms (default, with chunk.adapt)");
  }

  @Test
  void chunks_grow_within_the_limits_and_figures_tell_it() {
    start(with(Map.of("chunk.adapt", "p99<250ms", "chunk.records", "4096", "delay", "150ms")));
    assertThat(collector.status().chunking().records()).isEqualTo(1024);
    for (int i = 0; i < 40; i++) {
      clock.skip(Duration.ofMillis(100));
      emit(6000);
      while (collector.step() == Step.BUSY) {
        // until there is nothing to do
      }
    }
    ChunkingStatus status = collector.status().chunking();
    assertThat(status.records()).isEqualTo(4096);
    assertThat(status.delayNanos()).isEqualTo(150_000_000);
    assertThat(status.goalNanos()).isEqualTo(250_000_000);
    assertThat(status.quantile()).isEqualTo(0.99);
    assertThat(status.observedNanos()).isBetween(100_000_000L, 250_000_000L);
    assertThat(status.goalMet()).isTrue();
    assertThat(status.raised()).isGreaterThanOrEqualTo(2);
    assertThat(writer.chunks).anyMatch(c -> c.header().recordCount() == 4096);
    flush();
  }

  @Test
  void fixed_limits_show_the_delay_that_is_observed() {
    start(manual().maxDelay(Duration.ofMillis(50)));
    emit(1);
    clock.skip(Duration.ofMillis(70));
    flush();
    ChunkingStatus status = collector.status().chunking();
    assertThat(status.records()).isEqualTo(1024);
    assertThat(status.delayNanos()).isEqualTo(50_000_000);
    assertThat(status.observedNanos()).isBetween(70_000_000L, 73_000_000L);
    assertThat(status.goalMet()).as("there is none").isTrue();
  }

  @Test
  void what_is_no_goal_is_one_error_that_tells_what_is_expected() {
    assertThatThrownBy(() -> with(Map.of("chunk.adapt", "250ms")).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "option 'chunk.adapt': '250ms' is no limit: it needs a name, < <= > or >=, and a"
                + " number, as p99<250ms");
    assertThatThrownBy(() -> with(Map.of("chunk.adapt", "p99<4ms")).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "option 'chunk.adapt' must be a quantile from p50 to p99.9, '<' and a time of at least"
                + " 5ms, as p99<250ms, was 'p99<4ms'");
  }
}
