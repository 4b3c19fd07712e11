package dev.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.api.record.RecordReader;
import dev.sluice.monitoring.records.HttpRequest;
import dev.sluice.monitoring.records.HttpRequestReader;
import dev.sluice.monitoring.records.ObservedExecution;
import dev.sluice.monitoring.records.ObservedExecutionReader;
import dev.sluice.monitoring.records.OperationExecution;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.RemoteCall;
import dev.sluice.monitoring.records.RemoteCallReader;
import dev.sluice.monitoring.records.RemoteParent;
import dev.sluice.monitoring.records.RemoteParentReader;
import dev.sluice.monitoring.records.TraceMetadata;
import dev.sluice.monitoring.records.TraceMetadataReader;
import dev.sluice.spring.flow.Flow;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Warns;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Hooks;

/** Two services of WebFlux on Netty, one of which asks the other; with either Spring Boot. */
@Tag("one-jdk")
@Warns("instrumented classes were used before the program opened its monitor")
class FlowTest {
  private final List<ConfigurableApplicationContext> services = new ArrayList<>();

  @TempDir private Path directory;

  private String start(String name, String... more) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--spring.main.web-application-type=reactive",
                "--spring.main.banner-mode=off",
                "--spring.main.lazy-initialization=true",
                "--server.port=0",
                "--spring.application.name=" + name,
                "--sluice.context=true",
                "--sluice.sink=file:" + directory.resolve(name)));
    options.addAll(List.of(more));
    services.add(SpringApplication.run(Flow.class, options.toArray(String[]::new)));
    return "http://localhost:"
        + services.get(services.size() - 1).getEnvironment().getProperty("local.server.port");
  }

  @AfterEach
  void stop() {
    services.forEach(ConfigurableApplicationContext::close);
    Hooks.disableAutomaticContextPropagation();
  }

  private static String get(String uri, String... headers) throws Exception {
    var request = java.net.http.HttpRequest.newBuilder(URI.create(uri)).headers(headers).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private <T> List<T> read(String name, RecordReader<T> reader) throws Exception {
    List<T> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory.resolve(name)).open()) {
      stream.drain(RecordStream.typed(reader, all::add));
      assertThat(stream.audit().complete()).isTrue();
    }
    return all;
  }

  private ObservedExecution observed(String name, String operation) throws Exception {
    return read(name, ObservedExecutionReader.create()).stream()
        .filter(one -> one.operationSignature().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  /** That the one execution of a service is the work for an observation. */
  private void assertWorksFor(String name, ObservedExecution observed) throws Exception {
    List<OperationExecution> loads = read(name, OperationExecutionReader.create());
    assertThat(loads).hasSize(1);
    assertThat(read(name, TraceMetadataReader.create()))
        .filteredOn(TraceMetadata::traceId, loads.get(0).traceId())
        .extracting(
            TraceMetadata::parentTraceId,
            TraceMetadata::parentOrderId,
            TraceMetadata::parentStackDepth)
        .containsExactly(tuple(observed.traceId(), observed.eoi(), observed.ess() + 1));
  }

  @Test
  void request_through_two_services_is_one_trace_with_all_that_its_threads_execute()
      throws Exception {
    String stock = start("stock", "--spring.reactor.context-propagation=auto");
    String shop = start("shop", "--spring.reactor.context-propagation=auto");
    String parent = "00-12345678901234567890123456789012-1234567890123456-01";
    assertThat(get(shop + "/ask/7?from=" + stock, "traceparent", parent))
        .isEqualTo("7 in boundedElastic on parallel");
    assertThat(get(shop + "/broken", "traceparent", "00-wrong")).contains("500");
    stop();

    List<RemoteParent> came = read("shop", RemoteParentReader.create());
    List<RemoteCall> calls = read("shop", RemoteCallReader.create());
    List<RemoteParent> works = read("stock", RemoteParentReader.create());
    ObservedExecution request = observed("shop", "http get /ask/{id}");
    ObservedExecution answer = observed("stock", "http get /stock/{id}");
    assertThat(came)
        .extracting(RemoteParent::traceId, one -> HexFormat.of().toHexDigits(one.spanId()))
        .containsExactly(tuple(request.traceId(), "1234567890123456"));
    assertThat(calls).hasSize(1);
    assertThat(calls.get(0).traceId()).isEqualTo(observed("shop", "http get").traceId());
    assertThat(works)
        .extracting(RemoteParent::traceId, RemoteParent::w3cTraceLow, RemoteParent::spanId)
        .containsExactly(tuple(answer.traceId(), came.get(0).w3cTraceLow(), calls.get(0).spanId()));
    assertWorksFor("stock", answer);
    assertWorksFor("shop", request);
    assertThat(read("shop", HttpRequestReader.create()))
        .extracting(HttpRequest::route, HttpRequest::status)
        .containsExactly(tuple("/ask/{id}", 200), tuple("/broken", 500));
  }

  /** What the page says does not hold. */
  @Test
  void threads_of_others_know_nothing_of_the_request_without_the_hook() throws Exception {
    String stock = start("stock");
    assertThat(get(stock + "/stock/7", "accept", "text/plain")).isEqualTo("7 in boundedElastic");
    stop();

    OperationExecution load = read("stock", OperationExecutionReader.create()).get(0);
    assertThat(read("stock", TraceMetadataReader.create()))
        .extracting(TraceMetadata::traceId)
        .doesNotContain(load.traceId());
  }
}
