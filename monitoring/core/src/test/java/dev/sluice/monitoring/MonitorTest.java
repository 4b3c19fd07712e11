package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorStatus;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.monitoring.records.OperationExecution;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MonitorTest {
  private final RecordingRawWriter writer = new RecordingRawWriter();
  private final Monitor monitor = open(Monitor.builder().hostname("host-1"), writer);
  private final Operation outer = operation("void com.acme.Foo.outer()");
  private final Operation inner = operation("void com.acme.Foo.inner()");

  private Operation operation(String signature) {
    return monitor
        .probes()
        .operation(signature, "com.acme.Foo", EnumSet.of(ProbeKind.EXECUTION), null);
  }

  private static Monitor open(MonitorBuilder builder, RecordingRawWriter writer) {
    Serializer serializer =
        Plugins.find(Serializer.class, Serializer::name, "binary", "serializer");
    return builder.over(ChunkingCollector.builder(writer, serializer).build());
  }

  @AfterEach
  void close() {
    CollectorReport report = monitor.close(Duration.ofSeconds(5));
    assertThat(report.balanced()).isTrue();
    assertThat(report.pending()).isZero();
  }

  private List<OperationExecution> executions() throws Exception {
    assertThat(monitor.flush(Duration.ofSeconds(10))).isTrue();
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);
    OperationExecutionReader reader = OperationExecutionReader.create();
    List<OperationExecution> executions = new ArrayList<>();
    for (Chunk chunk : writer.chunks()) {
      RecordCursor cursor = decoder.decode(chunk);
      while (cursor.next()) {
        executions.add(reader.read(cursor));
      }
    }
    return executions;
  }

  private void execute(Operation operation, Runnable body) {
    ProbeThread thread = operation.begin();
    long frame = thread.enter(operation);
    long tin = System.nanoTime();
    try {
      body.run();
    } finally {
      thread.exit(operation, frame, tin);
    }
  }

  @Test
  void execution_arrives_with_its_place_host_and_times() throws Exception {
    long before = System.currentTimeMillis() * 1_000_000;
    execute(outer, () -> execute(inner, () -> {}));
    List<OperationExecution> executions = executions();
    assertThat(executions).hasSize(2);
    OperationExecution first = executions.get(0);
    OperationExecution second = executions.get(1);
    assertThat(first.operationSignature()).isEqualTo("void com.acme.Foo.inner()");
    assertThat(first.eoi()).isEqualTo(1);
    assertThat(first.ess()).isEqualTo(1);
    assertThat(second.operationSignature()).isEqualTo("void com.acme.Foo.outer()");
    assertThat(second.eoi()).isZero();
    assertThat(second.ess()).isZero();
    assertThat(first.traceId()).isEqualTo(second.traceId()).isPositive();
    assertThat(first.hostname()).isEqualTo("host-1");
    assertThat(first.sessionId()).isNull();
    assertThat(second.tin()).isLessThanOrEqualTo(first.tin());
    assertThat(first.tout()).isBetween(first.tin(), second.tout());
    assertThat(second.tout() - before).isBetween(-1_000_000_000L, 60_000_000_000L);
  }

  @Test
  void session_goes_with_the_executions_of_its_thread() throws Exception {
    monitor.probes().thread().session("session-7");
    execute(outer, () -> {});
    monitor.probes().thread().session(null);
    execute(outer, () -> {});
    assertThat(executions())
        .extracting(OperationExecution::sessionId)
        .containsExactly("session-7", null);
  }

  @Test
  void execution_that_throws_is_recorded() throws Exception {
    assertThatThrownBy(
            () ->
                execute(
                    outer,
                    () -> {
                      throw new IllegalStateException();
                    }))
        .isInstanceOf(IllegalStateException.class);
    execute(outer, () -> {});
    assertThat(executions()).extracting(OperationExecution::ess).containsExactly(0, 0);
  }

  @Test
  void recording_allocates_nothing() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    ProbeThread thread = monitor.probes().thread();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1000; i++) {
        thread.exit(outer, thread.enter(outer), System.nanoTime());
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(1000);
  }

  @Test
  void thread_that_is_not_to_be_monitored_has_no_context() {
    Thread here = Thread.currentThread();
    MonitorBuilder builder = Monitor.builder().monitoredThreads(thread -> thread != here);
    try (Monitor others = open(builder, new RecordingRawWriter())) {
      assertThat(others.probes().thread()).isNull();
      assertThat(monitor.probes().thread()).isNotNull();
    }
  }

  @Test
  void closing_is_idempotent_and_later_records_are_counted() {
    execute(outer, () -> {});
    CollectorReport report = monitor.close(Duration.ofSeconds(5));
    assertThat(report.emitted()).isEqualTo(1);
    assertThat(report.acknowledged()).isEqualTo(1);
    execute(outer, () -> {});
    assertThat(monitor.close(Duration.ofSeconds(5))).isEqualTo(report);
    assertThat(writer.chunks().get(writer.chunks().size() - 1).accounting().end()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("oddTimes")
  void any_time_will_do_for_flushing_and_closing(Duration timeout) {
    execute(outer, () -> {});
    monitor.housekeeping().every(timeout.abs().dividedBy(2), timeout.abs(), () -> {});
    monitor.flush(timeout);
    monitor.close(timeout);
    CollectorReport report = monitor.close(Duration.ofSeconds(5));
    assertThat(report.emitted()).isEqualTo(1);
    assertThat(report.balanced()).isTrue();
  }

  static List<Duration> oddTimes() {
    return List.of(
        ChronoUnit.FOREVER.getDuration(),
        Duration.ofSeconds(Long.MIN_VALUE + 1),
        Duration.ofNanos(Long.MAX_VALUE).plusNanos(1));
  }

  @Test
  void a_collector_that_fails_to_close_hides_neither_figures_nor_the_end() {
    List<String> told = new ArrayList<>();
    Monitor others = Monitor.builder().closeAtExit(false).over(new Unclosable());
    others.addListener(
        new MonitorListener() {
          @Override
          public void ended(Monitor ended, CollectorReport report) {
            told.add("ended " + report.emitted());
          }
        });
    try (Logged logged = new Logged()) {
      assertThat(others.close(Duration.ofSeconds(5)).emitted()).isZero();
      assertThat(logged.records()).hasSize(1);
    }
    assertThat(told).containsExactly("ended 0");
  }

  /** Takes nothing and cannot be closed. */
  private static final class Unclosable implements Collector {
    private final NoopCollector nothing = new NoopCollector();

    @Override
    public RowSink rows() {
      return nothing.rows();
    }

    @Override
    public boolean flush(Duration timeout) {
      return nothing.flush(timeout);
    }

    @Override
    public CollectorReport report() {
      return nothing.report();
    }

    @Override
    public CollectorStatus status() {
      return nothing.status();
    }

    @Override
    public CollectorReport close(Duration timeout) {
      throw new StackOverflowError("on purpose");
    }
  }

  @Test
  void disabled_monitor_emits_nothing_and_counts_nothing() throws Exception {
    OperationDurationWriter durations = OperationDurationWriter.create(monitor.sink());
    Symbol signature = monitor.sink().symbol("void com.acme.Foo.bar()");
    monitor.enable(false);
    assertThat(monitor.isEnabled()).isFalse();
    assertThat(outer.begin()).isNull();
    assertThat(durations.emit(1, signature, 2, false)).isFalse();
    assertThat(durations.emit(null)).isFalse();
    assertThat(monitor.report().emitted()).isZero();
    assertThat(monitor.report().dropped().total()).isZero();
    monitor.enable(true);
    assertThat(durations.emit(1, signature, 2, false)).isTrue();
    execute(outer, () -> {});
    assertThat(executions()).hasSize(2);
  }

  @Test
  void listener_hears_of_begin_switching_and_end_whatever_another_throws() {
    List<String> events = new ArrayList<>();
    MonitorListener failing =
        new MonitorListener() {
          @Override
          public void began(Monitor monitor) {
            throw new AssertionError("on purpose");
          }
        };
    MonitorListener recording =
        new MonitorListener() {
          @Override
          public void began(Monitor monitor) {
            events.add("began");
          }

          @Override
          public void switched(Monitor monitor, boolean on) {
            events.add("switched " + on);
          }

          @Override
          public void ended(Monitor monitor, CollectorReport report) {
            events.add("ended " + report.emitted());
          }
        };
    Logged logged = new Logged();
    Monitor other =
        open(Monitor.builder().listener(failing).listener(recording), new RecordingRawWriter());
    logged.close();
    assertThat(logged.records()).singleElement().matches(record -> record.getThrown() != null);
    other.enable(true);
    other.enable(false);
    other.close(Duration.ofSeconds(5));
    other.close(Duration.ofSeconds(5));
    other.enable(true);
    other.removeListener(recording);
    assertThat(events).containsExactly("began", "switched true", "switched false", "ended 0");
    assertThat(other.isEnabled()).isFalse();
  }

  @Test
  void monitor_may_begin_switched_off() {
    try (Monitor other = open(Monitor.builder().enabled(false), new RecordingRawWriter())) {
      assertThat(other.isEnabled()).isFalse();
      assertThat(other.sink().buffer().claim(1)).isNegative();
    }
  }

  @Test
  void part_that_fails_does_not_harm_the_monitor() {
    MonitorPart failing =
        new MonitorPart() {
          @Override
          public List<Key<?>> keys() {
            return List.of();
          }

          @Override
          public Consumer<Monitor> prepare(Options options) {
            return monitor -> {
              throw new AssertionError("on purpose");
            };
          }
        };
    try (Logged logged = new Logged();
        Monitor other = open(Monitor.builder().part(failing), new RecordingRawWriter())) {
      assertThat(other.isEnabled()).isTrue();
      assertThat(logged.records()).hasSize(1);
    }
  }

  @Test
  void periodic_task_that_hangs_leaves_time_for_sending() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    monitor
        .housekeeping()
        .every(
            Duration.ZERO,
            Duration.ofSeconds(1),
            () -> {
              hanging.countDown();
              while (released.getCount() > 0) {
                LockSupport.parkNanos(1_000_000); // whatever interrupts it
                Thread.interrupted();
              }
            });
    hanging.await();
    execute(outer, () -> {});
    CollectorReport report = monitor.close(Duration.ofSeconds(8));
    released.countDown();
    assertThat(report.acknowledged()).isEqualTo(1);
  }

  @Test
  void mistakes_in_a_uri_are_told() {
    assertThatThrownBy(() -> Monitor.to("nowhere:x"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'nowhere'");
    assertThatThrownBy(() -> Monitor.to(" ")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> Monitor.builder().name("ü".repeat(33)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("66");
  }
}
