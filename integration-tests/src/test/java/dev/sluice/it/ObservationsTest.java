package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.micrometer.ObservationRecorder;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools make of observations: what they make of executions of operations. */
class ObservationsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ObservationRegistry registry = ObservationRegistry.create();

  @TempDir private Path directory;
  private String records;

  private String run(String... args) {
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(Main.run(new Terminal(out, errors, false), args)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private Observation start(String name, Observation parent) {
    return Observation.createNotStarted(name, registry).parentObservation(parent).start();
  }

  @BeforeEach
  void record() throws Exception {
    records = "file:" + directory.resolve("records");
    try (Monitor monitor =
        Monitor.builder().configuration(ConfigurationSources.none()).open(records)) {
      registry.observationConfig().observationHandler(new ObservationRecorder(monitor));
      Observation request = start("http get /orders/{id}", null);
      Observation query = start("select from orders", request);
      query.error(new IllegalStateException("no orders"));
      query.stop();
      Thread other = new Thread(() -> start("reserve item", request).stop());
      other.start();
      other.join();
      request.stop();
    }
  }

  @Test
  void traces_have_observations_with_their_failures_and_other_threads() {
    assertThat(run("trace", records, "--slowest", "2"))
        .contains("2 traces: 2 valid, 0 incomplete, 0 broken")
        .containsPattern("  http get /orders/\\{id} .*\n  └─ select from orders .* failed\n")
        .contains("  reserve item ");
  }

  @Test
  void operations_are_what_observations_are_called() {
    assertThat(run("top", records))
        .contains("3 calls of 3 operations, 2 traces: 2 valid")
        .containsPattern("  http get /orders/\\{id} +1 ")
        .containsPattern("  select from orders +1 .* 1\n");
  }
}
