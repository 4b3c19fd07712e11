package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.Operation;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMonitorTest {
  @TempDir private Path directory;

  private Monitor open(String name) {
    String sink = "file:" + directory.resolve(name);
    return Monitor.builder()
        .configuration(ConfigurationSources.none().with(Map.of("sink", sink), "test"))
        .openForProcess();
  }

  @Test
  void monitor_that_a_program_opens_is_that_of_the_process_until_it_is_closed() {
    try (Logged logged = new Logged();
        Monitor first = open("first")) {
      assertThat(Monitor.process()).isSameAs(first);
      Operation operation =
          InstrumentedSource.operation(
              "void a.B.c()", "default", "", "default=duration", getClass());
      assertThat(operation.isOn()).isTrue();
      logged.records().clear();
      try (Monitor second = open("second")) {
        assertThat(Monitor.process()).isSameAs(first);
        assertThat(second.isEnabled()).isTrue();
        assertThat(logged.records())
            .anySatisfy(record -> assertThat(record.getMessage()).contains("were used before"));
      }
      first.close(Monitor.CLOSE_TIMEOUT);
      try (Monitor third = open("third")) {
        assertThat(Monitor.process()).isSameAs(third);
      }
    }
  }

  @Test
  void monitor_without_a_sink_is_off_for_good() {
    Monitor off = Monitor.builder().off();
    off.enable(true);
    assertThat(off.isEnabled()).isFalse();
    assertThat(off.configuration().settings()).isEmpty();
    assertThat(off.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }
}
