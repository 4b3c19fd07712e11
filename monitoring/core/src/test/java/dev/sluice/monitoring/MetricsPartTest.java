package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.metrics.MetricsText;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.testkit.Exposition;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPartTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String DURATION = "sluice_operation_duration_seconds";

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port = TcpPeers.freePort();

  private Monitor monitor(String options) {
    return Monitor.builder()
        .configuration(ConfigurationSources.none())
        .name("com.acme.Shop@host:4711")
        .open("file:" + directory + "?metadata=false&metrics=:" + port + options);
  }

  private HttpResponse<String> get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private Exposition scrape() throws Exception {
    return Exposition.parse(get("/metrics").body());
  }

  private static void execute(Operation operation, int times, Throwable failure) {
    for (int i = 0; i < times; i++) {
      ProbeThread thread = operation.begin();
      long frame = thread.enter(operation);
      thread.exit(operation, frame, System.nanoTime(), failure);
    }
  }

  private static Operation operation(Monitor monitor, String name, ProbeKind... kinds) {
    return monitor
        .probes()
        .operation(
            name, "A", EnumSet.copyOf(List.of(kinds)), MetricsPartTest.class.getClassLoader());
  }

  private static void assertBalanced(Exposition page) {
    assertThat(page.value("sluice_emitted_records_total"))
        .isEqualTo(
            page.value("sluice_acknowledged_records_total")
                + page.value("sluice_unconfirmed_records_total")
                + page.value("sluice_pending_records")
                + page.value("sluice_spilled_records")
                + page.sum("sluice_dropped_records_total"));
  }

  @Test
  void figures_are_served_in_the_format_and_nobody_finds_a_process_id_there() throws Exception {
    try (Monitor monitor = monitor("&delay=1h")) {
      Operation a = operation(monitor, "void A.a(\"x\\y\")", ProbeKind.EXECUTION);
      execute(a, 3, null);
      execute(a, 2, new IllegalStateException("expected"));
      assertThat(scrape().has("sluice_chunk_delay_observed_seconds", Map.of())).isFalse();
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      HttpResponse<String> response = get("/metrics");
      assertThat(response.headers().firstValue("Content-Type")).contains(MetricsText.TYPE);
      assertThat(response.body()).doesNotContain("4711", "trace_id", "host");
      Exposition page = Exposition.parse(response.body());
      assertBalanced(page);
      assertThat(page.value("sluice_emitted_records_total")).isEqualTo(5);
      assertThat(page.value("sluice_acknowledged_records_total")).isEqualTo(5);
      assertThat(page.value("sluice_chunk_delay_seconds")).isEqualTo(3600);
      assertThat(page.value("sluice_chunk_delay_observed_seconds")).isBetween(1e-6, 60.0);
      assertThat(page.value("sluice_ring_fill_ratio")).isBetween(0.0, 1.0);
      assertThat(
              page.value(
                  "sluice_dropped_records_total", Map.of("cause", DropCause.RING_FULL.label())))
          .isZero();
      Map<String, String> labels = Map.of("operation", "void A.a(\"x\\y\")");
      assertThat(page.value(DURATION + "_count", labels)).isEqualTo(5);
      assertThat(page.value("sluice_operation_failures_total", labels)).isEqualTo(2);
      assertThat(get("/").statusCode()).isEqualTo(404);
    }
    await().until(() -> catchThrowable(() -> get("/metrics")) instanceof ConnectException);
  }

  @Test
  void what_metrics_count_becomes_no_record_and_aggregates_are_what_they_were() throws Exception {
    try (Monitor monitor = monitor("")) {
      execute(operation(monitor, "durations", ProbeKind.DURATION), 7, null);
      execute(operation(monitor, "aggregated", ProbeKind.AGGREGATE), 9, null);
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      Exposition page = scrape();
      assertThat(page.value("sluice_emitted_records_total")).isEqualTo(8);
      for (Map.Entry<String, Integer> calls : Map.of("durations", 7, "aggregated", 9).entrySet()) {
        assertThat(page.value(DURATION + "_count", Map.of("operation", calls.getKey())))
            .isEqualTo(calls.getValue().doubleValue());
      }
      assertThat(monitor.close(TIMEOUT).dropped().total()).isZero();
    }
  }

  @Test
  void executions_of_traces_that_are_not_recorded_count() throws Exception {
    try (Monitor monitor = monitor("")) {
      monitor.probes().sampler(number -> false);
      execute(operation(monitor, "sampled", ProbeKind.EXECUTION), 6, null);
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      Exposition page = scrape();
      assertThat(page.value("sluice_emitted_records_total")).isZero();
      assertThat(page.value("sluice_sampled_out_traces_total")).isEqualTo(6);
      assertThat(page.value(DURATION + "_count")).isEqualTo(6);
    }
  }

  @Test
  void operations_beyond_the_most_share_one_series() throws Exception {
    int more = 1000;
    try (Monitor monitor = monitor("&aggregate.memory=0")) {
      for (int i = 0; i < MetricsText.MAX_OPERATIONS + more; i++) {
        execute(operation(monitor, "void A.m" + i + "()", ProbeKind.EXECUTION), 2, null);
      }
      operation(monitor, "void A.never()", ProbeKind.EXECUTION);
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      Exposition page = scrape();
      assertThat(page.samples().stream().filter(s -> s.name().equals(DURATION + "_count")))
          .hasSize(MetricsText.MAX_OPERATIONS + 1);
      assertThat(page.value(DURATION + "_count", Map.of("operation", "other"))).isEqualTo(2 * more);
      assertThat(page.value("sluice_operations_in_other")).isEqualTo(more);
      assertThat(page.has(DURATION + "_count", Map.of("operation", "void A.m0()"))).isTrue();
      assertThat(page.samples()).hasSizeLessThan(2_200);
    }
  }

  @Test
  void scrapes_are_consistent_and_never_fall_while_threads_emit() throws Exception {
    try (Monitor monitor = monitor("&memory=4MiB&policy=drop-newest&aggregate.interval=1ms")) {
      Operation a = operation(monitor, "a", ProbeKind.EXECUTION);
      CountDownLatch stop = new CountDownLatch(1);
      List<Thread> threads = List.of(emitting(a, stop), emitting(a, stop), emitting(a, stop));
      threads.forEach(Thread::start);
      double calls = 0;
      for (int i = 0; i < 50; i++) {
        Exposition page = scrape();
        assertBalanced(page);
        double next = page.sum(DURATION + "_count");
        assertThat(next).isGreaterThanOrEqualTo(calls);
        calls = next;
      }
      stop.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      Exposition page = scrape();
      assertBalanced(page);
      assertThat(page.value("sluice_pending_records")).isZero();
      assertThat(page.value(DURATION + "_count"))
          .as("each execution is a record or a drop")
          .isEqualTo(page.value("sluice_emitted_records_total"));
    }
  }

  private static Thread emitting(Operation operation, CountDownLatch stop) {
    return new Thread(
        () -> {
          while (stop.getCount() > 0) {
            execute(operation, 100, null);
          }
        });
  }

  @Test
  @Warns("metrics are not served: cannot listen on")
  void a_port_in_use_is_one_line_and_monitoring_goes_on() throws IOException {
    try (ServerSocket taken = new ServerSocket(port);
        Monitor monitor = monitor("")) {
      assertThat(taken.isBound()).isTrue();
      execute(operation(monitor, "a", ProbeKind.EXECUTION), 1, null);
      assertThat(monitor.close(TIMEOUT).acknowledged()).isEqualTo(1);
    }
  }

  @Test
  void an_address_that_is_none_is_a_mistake_that_says_what_is_right() {
    for (String wrong : List.of("", "on", "localhost", ":", "localhost:", ":70000", "a b:1")) {
      assertThatThrownBy(
              () ->
                  Monitor.builder()
                      .configuration(
                          ConfigurationSources.none().with(Map.of("metrics", wrong), "test"))
                      .open("file:" + directory))
          .as(wrong)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("metrics");
    }
  }
}
