package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.testkit.Snippets;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code broker} of the distribution, as a process. */
@Tag("one-jdk")
class BrokerCommandTest {
  private static final Path HOME = Path.of("../cli/target/sluice").toAbsolutePath().normalize();
  private static final long SECONDS = 90;

  @TempDir private Path directory;

  /** One that runs, or has ended. */
  private final class Broker implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Path err;

    Broker(String... arguments) throws IOException {
      err = Files.createTempFile(directory, "err", "");
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Dsluice.home=" + HOME,
                  "-cp",
                  HOME.resolve("lib") + "/*",
                  "dev.sluice.cli.Main",
                  "broker"));
      command.addAll(List.of(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
      builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
      process = builder.start();
      out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    String line() throws IOException {
      String line = out.readLine();
      assertThat(line).as("it ended: %s", Files.readString(err)).isNotNull();
      return line;
    }

    /** Asks it to end as Ctrl-C does; the result is its exit code. */
    int stop() throws InterruptedException {
      process.destroy();
      return exitCode();
    }

    int exitCode() throws InterruptedException {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    void assertRefused(String line) throws Exception {
      assertThat(exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(Files.readString(err)).startsWith("sluice: ").contains(line).hasLineCount(1);
      assertThat(out.readLine()).isNull();
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static List<String> stats(String uri) {
    return run("stats", uri).lines().skip(1).toList();
  }

  private static String run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, errors, false), args);
    assertThat(code).as("%s", err).isEqualTo(ExitCode.OK);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Tag("full")
  @Test
  void commands_of_the_page_do_what_it_says() throws Exception {
    Path page = Path.of("../docs/kafka.md");
    Map<String, String> commands = Snippets.shownIn(page, "run");
    List<String> start = List.of(commands.get("broker").strip().split(" "));
    List<String> arguments = new ArrayList<>(start.subList(2, start.size()));
    arguments.addAll(List.of("--port", "0"));
    try (Broker broker = new Broker(arguments.toArray(String[]::new))) {
      String shown = "127.0.0.1:9092";
      String address = broker.line().replaceFirst("kafka://([^/]*)/orders", "$1");
      String printed = "";
      for (String line : commands.get("topic").lines().toList()) {
        printed = run(line.replace(shown, address).replace("./sluice ", "").split(" "));
      }
      assertThat(printed.replace(address, shown))
          .isEqualTo(Snippets.shownIn(page, "output").get("topic"));
    }
  }

  @Test
  void one_broker_has_a_directory_and_what_was_sent_is_there_when_it_starts_again()
      throws Exception {
    List<String> before;
    try (Broker broker = new Broker("--port", "0", "--topic", "a", "--topic", "b")) {
      String uri = broker.line();
      assertThat(uri).matches("kafka://127\\.0\\.0\\.1:\\d+/a");
      assertThat(broker.line()).isEqualTo(uri.replaceFirst("a$", "b"));
      assertThat(broker.line())
          .isEqualTo("  data and broker.log in " + directory.resolve("state/sluice/broker"));
      try (Broker other = new Broker("--port", "0")) {
        other.assertRefused(
            "another broker uses "
                + directory.resolve("state/sluice/broker")
                + "; --data takes another");
      }
      ChunkingCollector collector =
          ChunkingCollector.open(Endpoint.parse(uri + "?producer=shop&policy=block"));
      OperationDurationWriter durations = OperationDurationWriter.create(collector.rows());
      for (int i = 0; i < 5_000; i++) {
        durations.emit(System.nanoTime(), collector.rows().symbol("void a.B.c()"), i, false);
      }
      assertThat(collector.close(Duration.ofSeconds(30)).acknowledged()).isEqualTo(5_000);
      before = stats(uri);
      assertThat(before).anyMatch(line -> line.contains("5,000"));

      assertThat(broker.stop()).as("of the signal").isEqualTo(128 + 15);
      assertThat(broker.err).hasContent("sluice: interrupted: the data stay");
    }
    try (Broker again = new Broker("--port", "0", "--topic", "a")) {
      assertThat(stats(again.line())).isEqualTo(before);
    }
    assertThat(directory.resolve("state/sluice/broker/broker.log")).isNotEmptyFile();
  }

  @Tag("full")
  @Test
  void broker_ends_with_a_command_that_is_killed_and_tells_of_topics_that_are_lost()
      throws Exception {
    Path data = directory.resolve("data");
    try (Broker broker = new Broker("--port", "0", "--data", data.toString())) {
      broker.line();
      ProcessHandle child = broker.process.children().findFirst().orElseThrow();
      broker.process.destroyForcibly();
      child.onExit().get(SECONDS, TimeUnit.SECONDS);
    }
    try (var logs = Files.newDirectoryStream(data.resolve("data/__cluster_metadata-0"), "*.log")) {
      Files.write(logs.iterator().next(), new byte[100]);
    }
    try (Broker broker = new Broker("--port", "0", "--data", data.toString())) {
      broker.assertRefused("what it knew of its topics is damaged");
    }
    try (Broker broker = new Broker("--port", "0", "--data", data.toString())) {
      assertThat(broker.line()).endsWith("/records");
    }
  }

  @Test
  void port_in_use_and_data_that_cannot_be_read_are_told_in_one_line() throws Exception {
    String data = directory.resolve("data").toString();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        Broker broker = new Broker("--port", "" + taken.getLocalPort(), "--data", data)) {
      broker.assertRefused("cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ");
    }
    Files.createDirectories(Path.of(data, "data"));
    Files.writeString(Path.of(data, "data", "meta.properties"), "damaged");
    try (Broker broker = new Broker("--port", "0", "--data", data)) {
      broker.assertRefused("node ID not found in " + data);
    }
    Path file = Files.createFile(directory.resolve("file"));
    try (Broker broker = new Broker("--port", "0", "--data", file.toString())) {
      broker.assertRefused("FileAlreadyExistsException: " + file);
    }
  }

  @Test
  void wrong_options_are_told_before_anything_starts() throws Exception {
    String[][] wrong = {
      {"--port", "-1", "--port must be 0 to 65535, was -1"},
      {"--host", "0.0.0.0", "--host must be an address of this machine"},
      {"--host", "no-such-host.invalid", "--host must be an address of this machine"},
      {"--topic", "a b", "'a b' in 'kafka://broker/a b' is no topic"}
    };
    for (String[] each : wrong) {
      try (Broker broker = new Broker(each[0], each[1])) {
        broker.assertRefused(each[2]);
      }
    }
    assertThat(directory.resolve("state")).doesNotExist();
  }
}
