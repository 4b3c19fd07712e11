package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Setting;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.records.Metadata;
import dev.sluice.monitoring.records.MetadataReader;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Warns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Monitors with files as sinks. */
class ConfiguredMonitorTest {
  @TempDir private Path directory;

  private static MonitorBuilder with(String... keysAndValues) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      given.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Monitor.builder().configuration(ConfigurationSources.none().with(given, "test"));
  }

  private List<Metadata> metadata() throws Exception {
    List<Metadata> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(MetadataReader.create(), all::add));
      assertThat(stream.audit().complete()).isTrue();
    }
    return all;
  }

  @Test
  void configured_monitor_tells_what_is_in_effect_and_why() {
    String sink = "file:" + directory + "?chunk.records=16";
    try (Monitor monitor =
        with("sink", sink, "chunk.records", "8", "delay", "50ms").name("shop").open()) {
      assertThat(monitor.configuration().sink()).isEqualTo("file:" + directory);
      assertThat(monitor.configuration().settings())
          .contains(
              new Setting("chunk.records", "16", "URI"),
              new Setting("delay", "50ms", "test"),
              new Setting("policy", "drop-newest", "default"),
              new Setting("producer", "shop", "code"),
              new Setting("fsync", "never", "default"),
              new Setting("compression", "none", "default"));
      assertThat(monitor.configuration().given())
          .startsWith("file:" + directory + ", chunk.records = 16 (URI), delay = 50ms (test)");
      assertThat(monitor.configuration().toString()).contains("\npolicy = drop-newest (default)\n");
    }
  }

  @Test
  @Warns("cannot write")
  void closing_gives_up_after_the_time_that_is_configured() throws Exception {
    Path file = Files.createFile(directory.resolve("no-directory"));
    Monitor monitor =
        with("sink", "file:" + file + "/records", "exit.timeout", "50ms").closeAtExit(false).open();
    assertTimeout(
        Monitor.CLOSE_TIMEOUT.minusSeconds(1),
        () -> monitor.close(),
        "contract: exit.timeout, and a second");
    assertThat(monitor.report().dropped().byLabel()).containsEntry("closed", 1L);
  }

  @Test
  void secret_in_the_sink_is_not_shown() {
    String sink = "file:" + directory + "?password=hunter2";
    assertThatThrownBy(() -> with("sink", sink).open())
        .hasMessageContaining("unknown option 'password'")
        .hasMessageNotContaining("hunter2");
    try (Monitor monitor = with("sink", sink).part(new Passwords()).open()) {
      assertThat(monitor.configuration().toString())
          .contains("password = **** (URI)")
          .contains("sink = file:" + directory + " (test)")
          .doesNotContain("hunter2");
      assertThat(monitor.configuration().given()).doesNotContain("hunter2");
    }
  }

  private static final class Passwords implements MonitorPart {
    private static final Key<String> PASSWORD = Key.text("password", null, "A secret.");

    @Override
    public List<Key<?>> keys() {
      return List.of(PASSWORD);
    }

    @Override
    public Consumer<Monitor> prepare(Options options) {
      String value = options.get(PASSWORD);
      return monitor -> assertThat(value).isEqualTo("hunter2");
    }
  }

  @Test
  void options_of_the_instrumentation_may_stand_beside_those_of_the_process_monitor() {
    Map<String, String> given =
        Map.of(
            "sink",
            "file:" + directory,
            "include",
            "com.acme.**",
            "rule.slow.probe",
            "duration",
            "enabled",
            "false");
    try (Monitor monitor =
        ProcessMonitor.open(() -> ConfigurationSources.none().with(given, "test")).monitor()) {
      assertThat(monitor.configuration().sink()).isEqualTo("file:" + directory);
      assertThat(monitor.isEnabled()).isFalse();
      monitor.enable(true);
      assertThat(monitor.isEnabled()).isTrue();
    }
  }

  @Test
  void metadata_is_the_first_record_once_however_often_the_monitor_is_switched() throws Exception {
    String sink = "file:" + directory;
    try (Monitor monitor =
        with("hostname", "host-1", "experiment", "7", "enabled", "false").name("shop").open(sink)) {
      assertThat(monitor.report().emitted()).isZero();
      monitor.enable(true);
      monitor.enable(false);
      monitor.enable(true);
    }
    assertThat(metadata())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.controllerName()).isEqualTo("shop");
              assertThat(record.hostname()).isEqualTo("host-1");
              assertThat(record.experimentId()).isEqualTo(7);
              assertThat(record.version()).matches("\\d+\\.\\d+\\.\\d+.*");
              assertThat(record.timeUnit()).isEqualTo("NANOSECONDS");
            });
  }

  @Test
  void metadata_may_be_left_out() {
    try (Monitor monitor = with().open("file:" + directory + "?metadata=false")) {
      assertThat(monitor.report().emitted()).isZero();
    }
  }

  @Test
  void all_mistakes_of_monitor_sink_and_serializer_are_told_at_once() {
    assertThatThrownBy(
            () ->
                with(
                        "sink",
                        "file:" + directory + "?fsync=now",
                        "enabled",
                        "perhaps",
                        "compresion",
                        "lz4")
                    .open())
        .hasMessageContaining("'enabled' must be one of true, false, was 'perhaps' (test)")
        .hasMessageContaining("'fsync' must be one of never, rotate, chunk, was 'now'")
        .hasMessageContaining("'compresion' (test); did you mean 'compression'?");
    assertThatThrownBy(() -> with("enabled", "perhaps").open())
        .hasMessageContaining("perhaps")
        .hasMessageContaining("no sink is configured")
        .hasMessageNotContaining("unknown");
    assertThatThrownBy(() -> with("snk", "file:x", "sampelrs", "jvm", "memory", "1GiB").open())
        .hasMessageContaining("no sink is configured")
        .hasMessageContaining("unknown option 'snk' (test); did you mean 'sink'?")
        .hasMessageContaining("unknown option 'sampelrs' (test); did you mean 'samplers'?")
        .hasMessageNotContaining("memory");
    assertThatThrownBy(() -> with("sink", "fiel:x", "enabled", "perhaps").open())
        .hasMessageContaining("did you mean 'file'?")
        .hasMessageContaining("perhaps");
  }

  @Test
  void monitor_that_cannot_be_opened_is_off_for_good_and_does_no_harm() {
    Logged logged = new Logged();
    Monitor monitor =
        ProcessMonitor.open(
                () -> ConfigurationSources.none().with(Map.of("sink", "nowhere:x"), "test"))
            .monitor();
    monitor.enable(true);
    assertThat(monitor.isEnabled()).isFalse();
    new Announcement(monitor.sink(), "a", "b", 0, System::nanoTime).run();
    assertThat(
            monitor
                .probes()
                .operation("void a.B.c()", "a.B", EnumSet.allOf(ProbeKind.class), null)
                .begin())
        .isNull();
    assertThat(monitor.report().emitted()).isZero();
    assertThat(monitor.flush(Monitor.CLOSE_TIMEOUT)).isTrue();
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
    Monitor broken =
        ProcessMonitor.open(
                () -> {
                  throw new NoClassDefFoundError("on purpose");
                })
            .monitor();
    assertThat(broken.isEnabled()).isFalse();
    logged.close();
    assertThat(logged.records()).hasSize(2);
  }

  /** A program that knows nothing of its monitor's configuration. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      Monitor monitor = Monitor.process();
      System.out.print(monitor == Monitor.process() ? monitor.isEnabled() : "two monitors");
    }
  }

  private String run(Map<String, String> environment, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return output;
  }

  @Test
  void process_monitor_takes_file_environment_and_properties() throws Exception {
    Files.writeString(
        directory.resolve("sluice.properties"),
        "sluice.sink=file:records\nsluice.producer=file\nsluice.hostname=file\n");
    String output =
        run(
            Map.of("SLUICE_PRODUCER", "variable", "SLUICE_HOSTNAME", "variable"),
            "-Dsluice.hostname=property");
    assertThat(output)
        .endsWith("true")
        .contains("monitoring as variable to file:records")
        .contains("hostname = property (system property sluice.hostname)");
    directory = directory.resolve("records");
    assertThat(metadata())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.controllerName()).isEqualTo("variable");
              assertThat(record.hostname()).isEqualTo("property");
            });
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void file_that_somebody_else_may_have_written_opens_and_sends_nothing() throws Exception {
    Files.writeString(
        directory.resolve("sluice.properties"),
        "sluice.sink=file:records\nsluice.spill=spilled\nsluice.producer=file\n");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(run(Map.of()))
        .endsWith("false")
        .contains("sluice.sink in sluice.properties must not open, send, load or delete anything")
        .doesNotContain("no sink is configured");
    assertThat(run(Map.of("SLUICE_SINK", "file:chosen")))
        .endsWith("false")
        .contains("sluice.spill in sluice.properties must not open");
    assertThat(run(Map.of("SLUICE_SINK", "file:chosen", "SLUICE_SPILL", "mine")))
        .contains("monitoring as file to file:chosen")
        .endsWith("true");
    assertThat(directory.resolve("records")).doesNotExist();
    assertThat(directory.resolve("spilled")).doesNotExist();
  }

  @Test
  void variable_of_another_program_does_not_end_monitoring() throws Exception {
    assertThat(run(Map.of("SLUICE_SINK", "file:records", "SLUICE_HOME", "/opt/sluice")))
        .endsWith("true")
        .contains("unknown option 'home' (environment variable SLUICE_HOME)")
        .contains("it is ignored");
  }

  @Test
  void sink_that_a_program_does_not_take_is_told() {
    try (Logged logged = new Logged()) {
      ConfigurationSources sources =
          ConfigurationSources.none()
              .with(Map.of("sink", "file:elsewhere"), "environment variable SLUICE_SINK");
      Monitor.builder()
          .configuration(sources)
          .closeAtExit(false)
          .open("file:" + directory.resolve("own"))
          .close(Monitor.CLOSE_TIMEOUT);
      assertThat(logged.records())
          .extracting(record -> record.getMessage())
          .contains(
              "the program names its sink itself, file:"
                  + directory.resolve("own")
                  + "; environment variable SLUICE_SINK is not used");
    }
  }

  @Test
  void program_with_a_wrong_configuration_runs_unmonitored_and_says_so_in_one_line()
      throws Exception {
    assertThat(run(Map.of("SLUICE_SINK", "fiel:records")))
        .endsWith("false")
        .containsOnlyOnce("not monitoring: unknown scheme 'fiel'")
        .doesNotContain("\tat ");
    assertThat(run(Map.of())).endsWith("false").containsOnlyOnce("no sink is configured");
  }
}
