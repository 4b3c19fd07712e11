package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testkit.Exposition;
import dev.sluice.testkit.TcpPeers;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program with the agent is scraped while it works. */
class MetricsIT {
  private static final String CALLS = "sluice_operation_duration_seconds_count";
  private static final String STEP = "static int com.acme.Main.step(int)";
  private static final Map<String, String> OF_STEP = Map.of("operation", STEP);

  private static final String MAIN =
      """
      package com.acme;
      public class Main {
        static int step(int n) {
          if (n % 10 == 0) {
            throw new IllegalStateException("expected");
          }
          return n;
        }
        static void steps(int times) {
          for (int i = 0; i < times; i++) {
            try {
              step(i);
            } catch (IllegalStateException e) {
              // as it should be
            }
          }
        }
        public static void main(String[] args) throws Exception {
          for (int b = System.in.read(); b >= 0; b = System.in.read()) {
            if (b == '\\n') {
              steps(5_000);
              System.out.println("done");
            }
          }
        }
      }
      """;

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program program(Path jdk, String options, String... arguments) throws IOException {
    Program program = Program.brief(jdk, directory);
    Path classes = program.compile("classes", "com/acme/Main.java", MAIN);
    return program
        .agent(
            "sink=file:" + program.records() + "?policy=block;include=com.acme.Main#step" + options)
        .arguments(arguments)
        .arguments("-cp", classes.toString(), "com.acme.Main");
  }

  private String scrape(int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private Exposition awaitCalls(int port, double calls) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(() -> Exposition.parse(scrape(port)), page -> page.value(CALLS, OF_STEP) == calls);
  }

  private static void steps(Process process) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    assertThat(process.getInputStream().readNBytes(5)).asString().isEqualTo("done\n");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void a_scrape_tells_calls_failures_and_what_became_of_the_records(Path jdk) throws Exception {
    int port = TcpPeers.freePort();
    // Without the JDK's server, management and logging: the agent needs none of them.
    Process process =
        program(
                jdk,
                ";metrics=:" + port + ";aggregate.interval=50ms",
                "--limit-modules=java.base,java.instrument,java.management")
            .start();
    try {
      steps(process);
      awaitCalls(port, 5_000);
      steps(process);
      Exposition page = awaitCalls(port, 10_000);
      assertThat(page.value("sluice_operation_failures_total", OF_STEP)).isEqualTo(1_000);
      assertThat(page.value("sluice_emitted_records_total"))
          .isEqualTo(10_001)
          .isEqualTo(
              page.value("sluice_acknowledged_records_total")
                  + page.value("sluice_unconfirmed_records_total")
                  + page.value("sluice_pending_records")
                  + page.value("sluice_spilled_records")
                  + page.sum("sluice_dropped_records_total"));
      assertThat(scrape(port)).doesNotContain("@", Long.toString(process.pid()));
      try (Socket other = new Socket("127.0.0.1", port)) {
        other
            .getOutputStream()
            .write("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes());
        assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
            .startsWith("HTTP/1.1 421 ");
      }
    } finally {
      process.getOutputStream().close();
    }
    assertThat(process.waitFor()).isZero();
    assertThat(directory.resolve("err")).isEmptyFile();
    assertThat(Recording.of(directory.resolve("records")).executions()).hasSize(10_000);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void histograms_of_records_are_the_same_beside_metrics(Path jdk) throws Exception {
    int port = TcpPeers.freePort();
    Process process =
        program(jdk, ";probe=aggregate-histogram;metrics=:" + port + ";aggregate.interval=50ms")
            .start();
    try {
      steps(process);
      awaitCalls(port, 5_000);
    } finally {
      process.getOutputStream().close();
    }
    assertThat(process.waitFor()).isZero();
    Recording recording = Recording.of(directory.resolve("records"));
    assertThat(recording.aggregated()).isEqualTo(Map.of(STEP, 5_000L));
    assertThat(recording.aggregatedExceptions()).isEqualTo(Map.of(STEP, 500L));
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void a_port_in_use_is_one_line_and_the_program_is_monitored(Path jdk) throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      Process process = program(jdk, ";metrics=:" + taken.getLocalPort()).start();
      steps(process);
      Path errors = directory.resolve("err");
      await().atMost(Duration.ofSeconds(60)).until(() -> !Files.readString(errors).isEmpty());
      steps(process);
      process.getOutputStream().close();
      assertThat(process.waitFor()).isZero();
      assertThat(Files.readAllLines(errors))
          .singleElement()
          .asString()
          .startsWith("sluice: warning: metrics are not served: cannot listen on 127.0.0.1:")
          .endsWith("and monitoring goes on");
    }
    assertThat(Recording.of(directory.resolve("records")).executions()).hasSize(10_000);
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void all_forms_of_configuration_take_it(Path jdk) throws Exception {
    int port = TcpPeers.freePort();
    Path file = Files.writeString(directory.resolve("a.properties"), "sluice.metrics=:" + port);
    for (String form : List.of("-Dsluice.metrics=:" + port, "-Dsluice.config=" + file)) {
      Process process = program(jdk, "", form).start();
      try {
        await()
            .atMost(Duration.ofSeconds(60))
            .ignoreExceptions()
            .until(() -> scrape(port).contains("sluice_info{"));
      } finally {
        process.getOutputStream().close();
      }
      assertThat(process.waitFor()).isZero();
    }
  }
}
