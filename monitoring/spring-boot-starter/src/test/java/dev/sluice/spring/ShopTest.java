package dev.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.api.record.RecordReader;
import dev.sluice.monitoring.records.HttpRequest;
import dev.sluice.monitoring.records.HttpRequestReader;
import dev.sluice.monitoring.records.ObservedExecution;
import dev.sluice.monitoring.records.ObservedExecutionReader;
import dev.sluice.monitoring.records.SqlStatement;
import dev.sluice.monitoring.records.SqlStatementReader;
import dev.sluice.spring.shop.OrderPlaced;
import dev.sluice.spring.shop.OrderPlacedReader;
import dev.sluice.spring.shop.Shop;
import dev.sluice.streams.RecordStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole service, with either version of Spring Boot. */
class ShopTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final PrintStream console = System.out;

  @TempDir private Path directory;
  private ConfigurableApplicationContext shop;

  private void start(String... options) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--server.shutdown=graceful",
                "--spring.main.banner-mode=off",
                "--spring.application.name=shop",
                "--management.endpoints.web.exposure.include=health,sluice,metrics",
                "--management.endpoint.health.show-details=always",
                "--sluice.sink=file:" + directory.resolve("records")));
    all.addAll(List.of(options));
    shop = SpringApplication.run(Shop.class, all.toArray(String[]::new));
  }

  @BeforeEach
  void capture() {
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() {
    System.setOut(console);
    if (shop != null) {
      shop.close();
    }
  }

  private CompletableFuture<HttpResponse<String>> ask(String path) {
    String port = shop.getEnvironment().getProperty("local.server.port");
    URI uri = URI.create("http://localhost:" + port + path);
    return client.sendAsync(
        java.net.http.HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private String body(String path) {
    return ask(path).join().body();
  }

  private <T> List<T> read(RecordReader<T> reader) throws Exception {
    List<T> all = new ArrayList<>();
    try (RecordStream stream =
        RecordStream.builder("file:" + directory.resolve("records")).open()) {
      stream.drain(RecordStream.typed(reader, all::add));
      assertThat(stream.audit().complete()).isTrue();
    }
    return all;
  }

  @Test
  void tests_run_with_the_version_that_is_meant() {
    assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("springBoot.expected"));
  }

  @Test
  void service_shows_what_it_records_and_loses_nothing_when_it_ends() throws Exception {
    start();
    assertThat(output.toString(StandardCharsets.UTF_8)).contains("recording as shop to file:");
    assertThat(body("/orders/7")).isEqualTo("order 7");
    assertThat(ask("/broken").join().statusCode()).isEqualTo(500);
    assertThat(body("/actuator/health"))
        .containsPattern("\"sluice\":\\{(\"details\":\\{.*?}+,)?\"status\":\"UP\"")
        .contains("\"state\":\"running\",\"lostSinceLastLook\":0,");
    assertThat(body("/actuator/sluice"))
        .contains("\"producer\":\"shop\"")
        .contains("\"dropped{cause=ring_full}\":0")
        .contains("{\"key\":\"delay\",\"value\":\"200ms\",\"origin\":\"default\"}");
    assertThat(body("/actuator/metrics/sluice.emitted")).contains("\"producer\"", "\"shop\"");

    CompletableFuture<HttpResponse<String>> last = ask("/last");
    assertThat(shop.getBean(Shop.class).waiting.await(10, TimeUnit.SECONDS)).isTrue();
    shop.close();

    assertThat(last.join().body()).isEqualTo("last");
    assertThat(read(OrderPlacedReader.create()))
        .extracting(OrderPlaced::total)
        .containsExactly(7.0, -1.0);
    List<ObservedExecution> observed = read(ObservedExecutionReader.create());
    assertThat(observed)
        .extracting(ObservedExecution::operationSignature)
        .contains("http get /orders/{id}", "http get /broken", "http get /last");
    assertThat(observed)
        .filteredOn(ObservedExecution::exception)
        .singleElement()
        .satisfies(
            broken -> {
              assertThat(broken.name()).isEqualTo("http.server.requests");
              assertThat(broken.lowCardinality())
                  .contains("method=GET", "status=500", "uri=/broken");
              assertThat(broken.highCardinality()).isEqualTo("http.url=/broken");
            });
  }

  @Test
  void request_has_its_route_and_statements_without_literals() throws Exception {
    start("--spring.sql.init.schema-locations=classpath:sales.sql");
    assertThat(body("/sales/Kiel")).isEqualTo("1");
    assertThat(ask("/broken").join().statusCode()).isEqualTo(500);
    shop.close();

    assertThat(read(HttpRequestReader.create()))
        .extracting(HttpRequest::method, HttpRequest::route, HttpRequest::status)
        .containsExactly(tuple("GET", "/sales/{city}", 200), tuple("GET", "/broken", 500));
    List<ObservedExecution> observed = read(ObservedExecutionReader.create());
    long request = of("http get /sales/{city}", observed).traceId();
    String update = "update sales set sold = sold + ? where city = ?";
    String query = "select sold from sales where ? > ? and city = ?";
    assertThat(read(SqlStatementReader.create()))
        .filteredOn(SqlStatement::traceId, request)
        .extracting(SqlStatement::statement, SqlStatement::rows, SqlStatement::orderIndex)
        .containsExactly(
            tuple(update, 1L, of(update, observed).eoi()),
            tuple(query, -1L, of(query, observed).eoi()));
    assertThat(of(query, observed).highCardinality()).isEqualTo("jdbc.query[0]=" + query);
  }

  private static ObservedExecution of(String operation, List<ObservedExecution> observed) {
    return observed.stream()
        .filter(one -> one.operationSignature().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  /** What the command, which is a program of its own, finds. */
  private String findings() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                "../../cli/target/sluice/lib/*",
                "dev.sluice.cli.Main",
                "findings",
                directory.resolve("records").toString())
            .redirectErrorStream(true)
            .start();
    String found = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(found).isZero();
    return found.replaceAll("\\s+", " ");
  }

  private void assertFindsRepeatedQueries(String route) throws Exception {
    start();
    for (int i = 0; i < 25; i++) {
      assertThat(body(route)).startsWith("20000");
    }
    shop.close();
    assertThat(findings())
        .containsPattern("(http get " + route + "|connection) calls select .{1,99} about 20 times")
        .contains(" 25 calls", "n+1, likely");
  }

  @Test
  void queries_that_each_request_repeats_are_a_finding() throws Exception {
    assertFindsRepeatedQueries("/shelf");
  }

  @Test
  void queries_that_each_request_repeats_in_a_transaction_are_a_finding() throws Exception {
    assertFindsRepeatedQueries("/stock");
  }

  @Test
  void mistake_ends_the_start_with_its_cure_and_no_stack_of_causes() {
    assertThatThrownBy(() -> start("--sluice.delay=soon")).isInstanceOf(RuntimeException.class);
    assertThat(output.toString(StandardCharsets.UTF_8))
        .contains("APPLICATION FAILED TO START")
        .contains("option 'delay' must be a time", "was 'soon'")
        .contains("\"sluice.delay\" from property source \"commandLineArgs\"")
        .doesNotContain("Caused by", "\tat ");
  }
}
