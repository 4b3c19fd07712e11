package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingTest {
  private static final long SECOND = 1_000_000_000;

  private static Monitor monitor(Map<String, String> values) {
    Monitor monitor =
        Monitor.builder()
            .over(
                ChunkingCollector.builder(
                        new RecordingRawWriter(),
                        Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
                    .build());
    Options options = new Options(values);
    var start = new Sampling().prepare(options);
    options.finish();
    start.accept(monitor);
    return monitor;
  }

  /** Executes an operation so often; the records. */
  private static long execute(Monitor monitor, int times) {
    Operation foo =
        monitor.probes().operation("void A.foo()", "A", EnumSet.of(ProbeKind.EXECUTION), null);
    for (int i = 0; i < times; i++) {
      ProbeThread thread = foo.begin();
      long frame = thread.enter(foo);
      thread.exit(foo, frame, 0);
    }
    return monitor.report().emitted();
  }

  @Test
  void rate_is_that_of_the_option_and_the_rest_is_counted_but_not_dropped() {
    try (Monitor monitor = monitor(Map.of("sampling.rate", "0.25"))) {
      long recorded = execute(monitor, 4_000);
      assertThat(recorded).isCloseTo(1_000, Offset.offset(3L));
      assertThat(monitor.probes().sampledOut()).isEqualTo(4_000 - recorded);
      assertThat(monitor.close(Duration.ofSeconds(5)).balanced()).isTrue();
      assertThat(monitor.report().dropped().total()).isZero();
    }
  }

  @Test
  void budget_is_that_of_the_option() {
    try (Monitor monitor = monitor(Map.of("sampling.budget", "100"))) {
      // A tenth of a second's records to begin with; whatever time this takes, one second's more.
      assertThat(execute(monitor, 100_000)).isBetween(10L, 1_000L);
      assertThat(monitor.probes().sampledOut()).isGreaterThan(98_999);
    }
  }

  @Test
  void without_options_all_is_recorded() {
    try (Monitor monitor = monitor(Map.of())) {
      assertThat(execute(monitor, 1_000)).isEqualTo(1_000);
      assertThat(monitor.probes().sampledOut()).isZero();
    }
  }

  @Test
  void part_of_every_period_is_active() {
    List<Boolean> switched = new ArrayList<>();
    DutyCycleSampler partTime = new DutyCycleSampler(5 * SECOND, 60 * SECOND, switched::add);
    int active = 0;
    for (int second = 0; second < 600; second++) {
      partTime.at(second * SECOND);
      active += partTime.sample(0) ? 1 : 0;
      assertThat(partTime.sample(0)).as("second %d", second).isEqualTo(second % 60 < 5);
    }
    assertThat(active).isEqualTo(50);
    assertThat(switched).hasSize(19).startsWith(false, true, false);
    assertThat(partTime.tick()).isEqualTo(Duration.ofMillis(100));
  }

  @ParameterizedTest
  @CsvSource({
    "sampling.rate, 2, must be a number from 0 to 1",
    "sampling.rate, often, must be a number from 0 to 1",
    "sampling.budget, 0, must be a whole number from 1",
    "active, 5s, as 5s/60s",
    "active, 5/60, as 5s/60s",
    "active, 60s/5s, as 5s/60s",
    "active, 5s/60s/3s, as 5s/60s",
  })
  void mistakes_name_option_and_value(String key, String value, String message) {
    assertThatThrownBy(() -> monitor(Map.of(key, value)))
        .hasMessageContaining("option '" + key + "'")
        .hasMessageContaining(message)
        .hasMessageContaining("was '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"sampling.rate, 2", "sampling.budget, 0", "active, 5s"})
  void mistakes_name_where_the_value_comes_from(String key, String value) {
    Options options = new Options(Map.of());
    options.set(key, value, "environment variable X");
    new Sampling().prepare(options);
    assertThatThrownBy(options::finish)
        .hasMessageContaining("option '" + key + "' must be ")
        .hasMessageContaining(", was '" + value + "' (environment variable X)");
  }
}
