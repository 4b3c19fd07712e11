package dev.sluice.contexts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces go on through servlets, clients and a broker of others. */
@ExtendWith(SharedBroker.class)
class LibrariesIT {
  private static final String TRACE = "12345678901234567890123456789012";
  private static final String PARENT = "1234567890123456";
  private static final List<String> CLIENTS =
      List.of("jdk", "jdkasync", "connection", "okhttp", "okhttpasync", "apache4", "apache5");

  @TempDir Path directory;
  private Program program;
  private Process process;
  private BufferedReader out;
  private int port;

  private void start(String... arguments) throws Exception {
    Path classes =
        Path.of(LibrariesIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String libraries = System.getProperty("sluice.libraries") + "/*";
    program =
        Program.on(Path.of(System.getProperty("java.home")), directory)
            .arguments("-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
            .losingNothing("**.Chain#handle|**.Chain#consume|**.Consumers#handleAll;context=true")
            .arguments("-cp", classes + File.pathSeparator + libraries, "com.acme.chain.Chain")
            .arguments(arguments);
    process = program.start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String first = out.readLine();
    assertThat(first).as(() -> error()).matches("\\d+");
    port = Integer.parseInt(first);
  }

  private String error() {
    try {
      return Files.readString(directory.resolve("err"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void stop() throws Exception {
    process.getOutputStream().close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(this::error).isZero();
    assertThat(error()).doesNotContain("sluice:");
  }

  private Recording end() throws Exception {
    stop();
    return Recording.of(program.records());
  }

  private String url(String api, String client) {
    return "http://127.0.0.1:" + port + "/" + api + "/" + client;
  }

  /** Posts the calls to the first service; they lie in one another. */
  private void post(List<String> urls, String... headers) throws Exception {
    String body = "[]";
    for (int i = urls.size() - 1; i > 0; i--) {
      body = "[{\"url\":\"" + urls.get(i) + "\",\"arguments\":" + body + "}]";
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(urls.get(0)))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body() + error()).isEqualTo(200);
  }

  @Test
  void a_request_goes_through_both_servlet_apis_and_all_clients_as_one() throws Exception {
    start();
    List<String> urls = new ArrayList<>();
    for (String client : CLIENTS) {
      urls.add(url("jakarta", client));
      urls.add(url("javax", client));
    }
    post(urls, "traceparent", "00-" + TRACE + "-" + PARENT + "-01", "tracestate", "a=1");
    Recording recording = end();

    // Each request is the work for the call of the one before: one chain through all of them.
    Map<String, Long> works = recording.remoteParents();
    Map<String, Long> calls = recording.remoteCalls();
    assertThat(works).hasSize(urls.size()).containsKey(PARENT);
    assertThat(calls).hasSize(urls.size() - 1);
    assertThat(works.keySet()).containsAll(calls.keySet());
    Long trace = works.get(PARENT);
    for (int i = 1; i < urls.size(); i++) {
      Long caller = trace;
      List<String> spans =
          calls.entrySet().stream()
              .filter(call -> call.getValue().equals(caller))
              .map(Map.Entry::getKey)
              .toList();
      assertThat(spans).hasSize(1);
      trace = works.get(spans.get(0));
    }
  }

  @Test
  void messages_are_the_parent_of_what_handles_them_and_linked_where_several_are_handled(
      KafkaBroker broker) throws Exception {
    broker.createTopic("single", 1, Map.of());
    broker.createTopic("batch", 1, Map.of());
    start(broker.bootstrapServers());
    post(List.of(url("jakarta", "jdk"), "kafka:single", "kafka:single", "kafka:batch"));
    post(List.of(url("jakarta", "jdk"), "kafka:batch"));
    post(List.of(url("jakarta", "jdk"), "kafka:batch"));
    List<String> handled = new ArrayList<>();
    while (handled.size() < 5) {
      handled.add(out.readLine());
    }
    Recording recording = end();

    assertThat(handled).containsExactlyInAnyOrder("single", "single", "batch", "batch", "batch");
    assertThat(recording.remoteCalls()).hasSize(5);
    assertThat(recording.remoteParents()).hasSize(2);
    assertThat(recording.remoteLinks()).hasSize(3);
    assertThat(recording.remoteCalls())
        .containsOnlyKeys(
            Stream.of(recording.remoteParents(), recording.remoteLinks())
                .flatMap(of -> of.keySet().stream())
                .toList());
    // Who handled the second single message sent one to those that are handled together.
    assertThat(recording.remoteCalls().values()).containsAll(recording.remoteParents().values());
  }

  /** The suite is not ours: {@code github.com/w3c/trace-context}, folder {@code test}. */
  @ParameterizedTest
  @ValueSource(strings = {"jakarta/jdk", "javax/okhttp"})
  void the_validation_suite_of_the_w3c_finds_nothing(String service) throws Exception {
    String suite = System.getProperty("sluice.suite", "");
    String python = System.getProperty("sluice.python", "");
    boolean isThere = Files.exists(Path.of(suite, "test.py")) && !python.isEmpty();
    if (!isThere) {
      System.out.println(
          "skipped: the W3C's suite; -Dsluice.suite=FOLDER -Dsluice.python=PYTHON with aiohttp");
    }
    assumeTrue(isThere, "no suite");
    start();
    ProcessBuilder builder =
        new ProcessBuilder(python, "test.py", "http://127.0.0.1:" + port + "/" + service)
            .directory(new File(suite))
            .redirectErrorStream(true);
    builder.environment().put("SPEC_LEVEL", "2");
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process harness = builder.start();
    String result = new String(harness.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(result.lines().reduce((a, b) -> b).orElse(""));
    assertThat(harness.waitFor()).as(result).isZero();
    assertThat(result).containsPattern("Ran 4\\d tests").contains("OK");
    stop();
  }
}
