package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program does in its shutdown hooks is recorded, too. */
class ShutdownIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program monitored(Path jdk, String more) {
    return Program.brief(jdk, directory)
        .agent(
            "sink=file:"
                + directory.resolve("records")
                + ";include=com.acme.shop.Server#serve;report="
                + directory.resolve("report.properties")
                + more);
  }

  /** Starts the server, waits until it serves, and asks it to end. */
  private static Process ended(Program program, String... arguments) throws Exception {
    Process server =
        program.arguments("-cp", classPath(), "com.acme.shop.Server").arguments(arguments).start();
    assertThat(server.inputReader().readLine()).isEqualTo("open");
    server.toHandle().destroy(); // its streams stay open
    // As a shell and whoever started the program both do.
    server.toHandle().destroy();
    return server;
  }

  /** With the monitor's classes and without the agent's, which are to come from its jar. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Files.exists(Path.of(entry, "dev/sluice/agent/SluiceAgent.class")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static int served(Process server) throws Exception {
    BufferedReader out = server.inputReader();
    String line = out.readLine();
    assertThat(line).startsWith("served ");
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Integer.parseInt(line.substring("served ".length()));
  }

  private void assertRecorded(int served) throws Exception {
    Recording recording = Recording.of(directory.resolve("records"));
    assertThat(recording.executions()).hasSize(served);
    assertThat(recording.last().end()).isTrue();
    assertThat(directory.resolve("report.properties"))
        .content()
        .contains("emitted=" + (served + 1) + "\n", "dropped=0\n", "balanced=true");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void requests_that_are_drained_after_sigterm_are_recorded(Path jdk) throws Exception {
    Process server = ended(monitored(jdk, ""), "graceful");
    int served = served(server);
    assertThat(served).isGreaterThanOrEqualTo(100);
    assertRecorded(served);
    assertThat(server.exitValue()).isEqualTo(128 + 15);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void longest_of_many_hooks_is_recorded_to_its_end(Path jdk) throws Exception {
    int served = served(ended(monitored(jdk, ""), "hooks"));
    assertThat(served).isEqualTo(100 * 190);
    assertRecorded(served);
  }

  /** It was taken for a hook that never ends: 30 s, and a recording without an end. */
  @ParameterizedTest
  @MethodSource("jdks")
  void thread_that_follows_main_while_hooks_are_started_is_not_waited_for(Path jdk)
      throws Exception {
    int served = served(ended(monitored(jdk, ""), "returning"));
    assertThat(served).isEqualTo(1);
    assertRecorded(served);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void monitor_without_an_agent_and_beside_one_takes_what_hooks_emit(Path jdk) throws Exception {
    // Each of both has a hook, which must not wait for the other's.
    Path own = directory.resolve("own");
    int served = served(ended(monitored(jdk, ""), "graceful", "file:" + own));
    assertRecorded(served);
    Recording recording = Recording.ofAll(own);
    assertThat(recording.others()).hasSize(100);
    assertThat(recording.last().end()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void hook_that_takes_too_long_leaves_a_recording_without_an_end(Path jdk) throws Exception {
    Process server = ended(monitored(jdk, ";exit.wait=10ms"), "hanging");
    Path report = directory.resolve("report.properties");
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(report));
    server.getOutputStream().close();
    assertThat(served(server)).isEqualTo(1);
    Recording recording = Recording.of(directory.resolve("records"));
    assertThat(recording.executions()).hasSize(1);
    assertThat(recording.last().end()).isFalse();
    assertThat(report)
        .content()
        .contains("emitted=2\n", "other shutdown hooks are still at work after exit.wait");
  }
}
