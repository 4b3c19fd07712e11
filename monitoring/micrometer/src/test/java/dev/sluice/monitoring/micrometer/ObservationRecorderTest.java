package dev.sluice.monitoring.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.api.record.RecordReader;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
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
import dev.sluice.streams.RecordStream;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    open(options, false);
  }

  private void open(Map<String, String> options, boolean propagates) {
    monitor =
        Monitor.builder()
            .configuration(ConfigurationSources.none().with(options, "test"))
            .open("file:" + directory + "?metadata=false");
    registry.observationConfig().observationHandler(new ObservationRecorder(monitor, propagates));
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

  /** The first of an operation. */
  private Map<String, ObservedExecution> observations(String operation) throws Exception {
    return read(ObservedExecutionReader.create()).stream()
        .filter(observed -> observed.operationSignature().equals(operation))
        .collect(
            Collectors.toMap(
                ObservedExecution::operationSignature,
                Function.identity(),
                (first, second) -> first));
  }

  @Test
  void scope_that_another_thread_opened_is_not_closed_in_place_of_its_own() throws Exception {
    open(Map.of());
    ObservationRecorder recorder = new ObservationRecorder(monitor);
    Observation mine = start("mine", null);
    Observation other = start("other", null);
    Thread thread = new Thread(() -> recorder.onScopeOpened(other.getContext()));
    thread.start();
    thread.join();
    recorder.onScopeOpened(mine.getContext());
    recorder.onScopeClosed(other.getContext());
    assertThat(Scoped.current()).isNotNull().isSameAs(mine.getContext().get(ObservedPlace.class));
    recorder.onScopeClosed(mine.getContext());
    assertThat(Scoped.current()).isNull();
    other.stop();
    mine.stop();
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

  private static final String TRACE = "12345678901234567890123456789012";
  private static final String CAME = "00-" + TRACE + "-1234567890123456-01";

  private Observation receive(Map<String, String> fields, Observation parent) {
    ReceiverContext<Map<String, String>> received = new ReceiverContext<>(Map::get);
    received.setCarrier(fields);
    return Observation.createNotStarted("receive", () -> received, registry)
        .parentObservation(parent)
        .start();
  }

  private Map<String, String> send(Observation parent) {
    Map<String, String> fields = new HashMap<>();
    SenderContext<Map<String, String>> sent = new SenderContext<>(Map::put, Kind.PRODUCER);
    sent.setCarrier(fields);
    Observation.createNotStarted("send", () -> sent, registry)
        .parentObservation(parent)
        .start()
        .stop();
    return fields;
  }

  @Test
  void trace_goes_on_from_what_is_received_to_what_is_sent() throws Exception {
    open(Map.of(), true);
    Observation received = receive(Map.of("traceparent", CAME, "tracestate", "a=1"), null);
    Map<String, String> fields = send(received);
    receive(Map.of("traceparent", "00-" + TRACE + "-0000000000000007-01"), received).stop();
    received.stop();
    assertThat(send(null)).containsOnlyKeys("traceparent").doesNotContainValue(CAME);

    Map<String, ObservedExecution> all = observations("send");
    List<RemoteCall> calls = read(RemoteCallReader.create());
    assertThat(calls).hasSize(2);
    RemoteCall call = calls.get(0);
    assertThat(fields)
        .containsEntry("tracestate", "a=1")
        .containsEntry("traceparent", "00-" + TRACE + "-" + hex(call.spanId()) + "-01");
    assertThat(call.traceId()).isEqualTo(all.get("send").traceId());
    assertThat(call.orderIndex()).isEqualTo(1);
    assertThat(call.stackDepth()).isEqualTo(2);
    assertThat(call.medium()).isEqualTo("kafka");
    assertThat(read(RemoteParentReader.create()))
        .extracting(RemoteParent::traceId, one -> hex(one.spanId()), RemoteParent::link)
        .containsExactly(
            tuple(call.traceId(), "1234567890123456", false),
            tuple(call.traceId(), "0000000000000007", true));
  }

  private static String hex(long id) {
    return HexFormat.of().toHexDigits(id);
  }

  @Test
  void who_records_nothing_passes_on_unchanged_what_came() throws Exception {
    open(Map.of("sampling.rate", "0"), true);
    Observation received = receive(Map.of("traceparent", CAME + " ", "tracestate", "a=1"), null);
    assertThat(send(received))
        .containsEntry("traceparent", CAME)
        .containsEntry("tracestate", "a=1");
    received.stop();
    monitor.enable(false);
    received = receive(Map.of("traceparent", CAME), null);
    assertThat(send(received)).containsExactly(Map.entry("traceparent", CAME));
    assertThat(send(receive(Map.of("traceparent", "00-wrong"), null))).isEmpty();
    assertThat(send(null)).isEmpty();

    assertThat(read(RemoteCallReader.create())).isEmpty();
    assertThat(read(RemoteParentReader.create())).isEmpty();
  }

  @Test
  void traces_end_where_the_process_does_unless_told() throws Exception {
    open(Map.of());
    Observation received = receive(Map.of("traceparent", CAME), null);
    assertThat(send(received)).isEmpty();
    received.stop();

    assertThat(read(RemoteParentReader.create())).isEmpty();
  }

  @Test
  void what_has_no_carrier_leaves_for_nowhere() throws Exception {
    open(Map.of(), true);
    SenderContext<Object> query = new SenderContext<>((carrier, key, value) -> {});
    Observation.start("query", () -> query, registry).stop();

    assertThat(read(RemoteCallReader.create())).isEmpty();
  }

  private void execute(Operation operation) {
    OpenExecution.begin(operation).end(operation, false);
  }

  @Test
  void executions_in_the_scope_of_an_observation_belong_to_it_on_any_thread() throws Exception {
    open(Map.of());
    Operation load =
        monitor.probes().operation("load()", "Shop", Set.of(ProbeKind.EXECUTION), null);
    Observation root = start("root", null);
    Observation call = start("call", root);
    Thread other =
        new Thread(
            () -> {
              root.scoped(() -> call.scoped(() -> call.scoped(() -> execute(load))));
              execute(load);
            });
    other.start();
    other.join();
    call.stop();
    root.stop();

    Map<String, ObservedExecution> all = observations();
    List<OperationExecution> loads = read(OperationExecutionReader.create());
    assertThat(loads).hasSize(2);
    assertThat(read(TraceMetadataReader.create()))
        .extracting(
            TraceMetadata::traceId,
            TraceMetadata::parentTraceId,
            TraceMetadata::parentOrderId,
            TraceMetadata::parentStackDepth)
        .containsExactly(tuple(loads.get(0).traceId(), trace(all), all.get("call").eoi(), 2));
  }

  @Test
  void executions_in_the_scope_of_what_is_sampled_out_are_so_too() throws Exception {
    open(Map.of("sampling.rate", "0"));
    Operation load =
        monitor.probes().operation("load()", "Shop", Set.of(ProbeKind.EXECUTION), null);
    start("root", null).scoped(() -> execute(load));

    assertThat(read(OperationExecutionReader.create())).isEmpty();
    assertThat(monitor.figures().sampledOut()).isEqualTo(1);
  }
}
