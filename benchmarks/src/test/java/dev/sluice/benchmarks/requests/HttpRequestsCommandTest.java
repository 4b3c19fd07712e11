package dev.sluice.benchmarks.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class HttpRequestsCommandTest {
  @TempDir private Path directory;

  @Tag("full")
  @Test
  void each_request_that_calls_on_is_answered_and_recorded() throws Exception {
    try (WorkerJvm clients = MonitoredService.clients();
        MonitoredService service =
            new MonitoredService(
                RequestAgent.SLUICE_FILE,
                "http://127.0.0.1:" + clients.order("port")[0],
                directory.resolve("service"))) {
      double[] most = service.ask(clients, 0, 200);
      long before = service.sent();
      double[] few = service.ask(clients, 100, 200);
      double[] none = service.ask(clients, -1, 10);

      assertThat(before).isPositive();
      assertThat(service.sent() - before).isEqualTo(20);
      assertThat(most).hasSameSizeAs(HttpRequestsCommand.METRICS).doesNotContain(0);
      assertThat(few[3]).isGreaterThanOrEqualTo(few[2]);
      assertThat(none).hasSize(1);
      assertThat(service.lost()).isZero();
    }
  }

  @Test
  void wrong_agent_is_named_with_those_there_are() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8), false);

    int exitCode = Main.run(terminal, "bench", "http-requests", "--agent", "sluice");

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("'sluice'", "sluice-file");
  }
}
