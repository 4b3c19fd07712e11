package dev.sluice.monitoring.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.RecordReader;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.records.ObservedExecution;
import dev.sluice.monitoring.records.ObservedExecutionReader;
import dev.sluice.monitoring.records.TraceMetadata;
import dev.sluice.monitoring.records.TraceMetadataReader;
import dev.sluice.streams.RecordStream;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationRecorderTest {
  private final ObservationRegistry registry = ObservationRegistry.create();

  @TempDir private Path directory;
  private Monitor monitor;

  private void open(Map<String, String> options) {
    monitor =
        Monitor.builder()
            .configuration(ConfigurationSources.none().with(options, "test"))
            .open("file:" + directory + "?metadata=false");
    registry.observationConfig().observationHandler(new ObservationRecorder(monitor));
  }

  @AfterEach
  void close() {
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }

  private Observation start(String name, Observation parent) {
    return Observation.createNotStarted(name, registry).parentObservation(parent).start();
  }

  private <T> List<T> read(RecordReader<T> reader) throws Exception {
    monitor.close(Monitor.CLOSE_TIMEOUT);
    List<T> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(reader, all::add));
    }
    return all;
  }

  /** By operation. */
  private Map<String, ObservedExecution> observations() throws Exception {
    return read(ObservedExecutionReader.create()).stream()
        .collect(Collectors.toMap(ObservedExecution::operationSignature, Function.identity()));
  }

  @Test
  void observation_is_a_record_with_names_key_values_and_times() throws Exception {
    open(Map.of());
    long before = System.currentTimeMillis() * 1_000_000;
    Observation.createNotStarted("http.server.requests", registry)
        .contextualName("http get /orders/{id}")
        .lowCardinalityKeyValue("method", "GET")
        .lowCardinalityKeyValue("uri", "/orders/{id}")
        .highCardinalityKeyValue("http.url", "/orders/7")
        .observe(() -> {});

    assertThat(observations().values())
        .singleElement()
        .satisfies(
            observed -> {
              assertThat(observed.operationSignature()).isEqualTo("http get /orders/{id}");
              assertThat(observed.name()).isEqualTo("http.server.requests");
              assertThat(observed.lowCardinality()).isEqualTo("method=GET, uri=/orders/{id}");
              assertThat(observed.highCardinality()).isEqualTo("http.url=/orders/7");
              assertThat(observed.hostname()).isEqualTo(monitor.hostname());
              assertThat(observed.tin()).isBetween(before - 1_000_000_000, observed.tout());
              assertThat(observed.eoi()).isZero();
              assertThat(observed.ess()).isZero();
              assertThat(observed.exception()).isFalse();
              assertThat(observed.cause()).isNull();
            });
  }

  @Test
  void nested_observations_are_one_trace_in_the_order_in_which_they_start() throws Exception {
    open(Map.of());
    Observation root = start("root", null);
    Observation first = start("first", root);
    start("inner", first).stop();
    first.stop();
    start("second", root).stop();
    root.stop();

    Map<String, ObservedExecution> all = observations();
    assertThat(all.values()).extracting(ObservedExecution::traceId).containsOnly(trace(all));
    assertThat(all).hasSize(4);
    assertPlace(all.get("root"), 0, 0);
    assertPlace(all.get("first"), 1, 1);
    assertPlace(all.get("inner"), 2, 2);
    assertPlace(all.get("second"), 3, 1);
  }

  private static long trace(Map<String, ObservedExecution> all) {
    return all.get("root").traceId();
  }

  private static void assertPlace(ObservedExecution observed, int eoi, int ess) {
    assertThat(observed.eoi()).as(observed.operationSignature()).isEqualTo(eoi);
    assertThat(observed.ess()).as(observed.operationSignature()).isEqualTo(ess);
  }

  /** The record that says where a trace was started. */
  private TraceMetadata origin(ObservedExecution first) throws Exception {
    return read(TraceMetadataReader.create()).stream()
        .filter(metadata -> metadata.traceId() == first.traceId())
        .findFirst()
        .orElseThrow();
  }

  private void assertLinked(ObservedExecution first, ObservedExecution parent) throws Exception {
    assertPlace(first, 0, 0);
    TraceMetadata origin = origin(first);
    assertThat(origin.parentTraceId()).isEqualTo(parent.traceId());
    assertThat(origin.parentOrderId()).isEqualTo(parent.eoi());
    assertThat(origin.parentStackDepth()).isEqualTo(parent.ess() + 1);
  }

  @Test
  void observation_that_another_thread_starts_is_a_trace_that_names_its_parent() throws Exception {
    open(Map.of());
    Observation root = start("root", null);
    Observation call = start("call", root);
    Thread other = new Thread(() -> start("task", call).stop());
    other.start();
    other.join();
    call.stop();
    root.stop();

    Map<String, ObservedExecution> all = observations();
    assertPlace(all.get("call"), 1, 1);
    assertLinked(all.get("task"), all.get("call"));
  }

  @Test
  void observation_may_stop_on_another_thread() throws Exception {
    open(Map.of());
    Observation root = start("root", null);
    Observation call = start("call", root);
    Thread other =
        new Thread(
            () -> {
              call.stop();
              root.stop();
            });
    other.start();
    other.join();

    Map<String, ObservedExecution> all = observations();
    assertPlace(all.get("call"), 1, 1);
    assertThat(all.get("call").traceId()).isEqualTo(trace(all));
  }

  @Test
  void observations_that_overlap_are_traces_beside_each_other() throws Exception {
    open(Map.of());
    Observation root = start("root", null);
    Observation first = start("first", root);
    Observation second = start("second", root);
    start("inner", second).stop();
    first.stop();
    second.stop();
    start("third", root).stop();
    root.stop();

    Map<String, ObservedExecution> all = observations();
    assertLinked(all.get("second"), all.get("root"));
    assertPlace(all.get("inner"), 1, 1);
    assertThat(all.get("inner").traceId()).isEqualTo(all.get("second").traceId());
    assertPlace(all.get("third"), 2, 1);
  }

  @Test
  void observation_that_outlives_its_trace_is_a_trace_of_its_own() throws Exception {
    open(Map.of());
    Observation root = start("root", null);
    Observation call = start("call", root);
    root.stop();
    call.stop();

    Map<String, ObservedExecution> all = observations();
    assertLinked(all.get("call"), all.get("root"));
  }

  @Test
  void errors_and_answers_of_a_failing_server_are_failures() throws Exception {
    open(Map.of());
    Observation failed = start("failed", null);
    failed.error(
        new IllegalStateException() {
          @Override
          public String toString() {
            throw new AssertionError("a message that cannot be made");
          }
        });
    failed.stop();
    Observation wrong = start("wrong", null);
    wrong.error(new IllegalStateException("no"));
    wrong.stop();
    start("answered", null).lowCardinalityKeyValue("outcome", "SERVER_ERROR").stop();
    start("refused", null).lowCardinalityKeyValue("outcome", "CLIENT_ERROR").stop();

    Map<String, ObservedExecution> all = observations();
    assertThat(all.get("failed").exception()).isTrue();
    assertThat(all.get("wrong").cause()).isEqualTo("java.lang.IllegalStateException: no");
    assertThat(all.get("answered").exception()).isTrue();
    assertThat(all.get("answered").cause()).isNull();
    assertThat(all.get("refused").exception()).isFalse();
  }

  @Test
  void traces_are_sampled_whole() throws Exception {
    open(Map.of("sampling.rate", "0"));
    Observation root = start("root", null);
    Thread other = new Thread(() -> start("task", root).stop());
    other.start();
    other.join();
    start("call", root).stop();
    root.stop();

    assertThat(monitor.figures().sampledOut()).isEqualTo(1);
    assertThat(observations()).isEmpty();
    assertThat(read(TraceMetadataReader.create())).isEmpty();
  }

  @Test
  void nothing_is_recorded_while_the_monitor_is_off() throws Exception {
    open(Map.of());
    monitor.enable(false);
    Observation before = start("before", null);
    monitor.enable(true);
    before.stop();
    start("after", null).stop();

    assertThat(observations()).containsOnlyKeys("after");
  }

  @Test
  void names_that_are_many_and_long_are_recorded_and_take_bounded_memory() throws Exception {
    open(Map.of("policy", "block"));
    String many = "x".repeat(100_000);
    start("long", null).highCardinalityKeyValue("body", many).stop();
    for (int i = 0; i < 20_000; i++) {
      start("order " + i, null).stop();
    }

    assertThat(monitor.report().dropped().total()).isZero();
    Map<String, ObservedExecution> all = observations();
    assertThat(all).hasSize(20_001).containsKeys("order 0", "order 19999");
    assertThat(all.get("long").highCardinality()).hasSize(4096).startsWith("body=xxx");
  }
}
