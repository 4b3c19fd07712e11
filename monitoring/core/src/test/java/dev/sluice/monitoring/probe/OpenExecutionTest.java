package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenExecutionTest {
  private final RecordingRawWriter writer = new RecordingRawWriter();
  private final Monitor monitor =
      Monitor.builder()
          .over(
              ChunkingCollector.builder(
                      writer,
                      Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
                  .build());
  private final Probes probes = monitor.probes();
  private final Operation unknown = operation("(other)");
  private final Operation known = operation("GET /a");
  private final ProbeThread thread = probes.thread();

  private Operation operation(String name) {
    return probes.operation(name, "", EnumSet.of(ProbeKind.EXECUTION), null);
  }

  @AfterEach
  void close() {
    assertThat(monitor.close(Duration.ofSeconds(5)).balanced()).isTrue();
  }

  /** Operation, number of the trace, order index and depth, ! where it failed. */
  private List<String> executions() throws Exception {
    assertThat(monitor.flush(Duration.ofSeconds(10))).isTrue();
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);
    List<String> found = new ArrayList<>();
    List<Long> traces = new ArrayList<>();
    for (Chunk chunk : writer.chunks()) {
      for (RecordCursor cursor = decoder.decode(chunk); cursor.next(); ) {
        if (cursor.type().name().equals("sluice.operation_execution")) {
          long trace = value(cursor, "traceId");
          if (!traces.contains(trace)) {
            traces.add(trace);
          }
          found.add(
              cursor.text(cursor.type().indexOf("operationSignature"))
                  + " "
                  + traces.indexOf(trace)
                  + " "
                  + value(cursor, "eoi")
                  + "/"
                  + value(cursor, "ess")
                  + (value(cursor, "exception") == 0 ? "" : " !"));
        }
      }
    }
    return found;
  }

  private static long value(RecordCursor cursor, String field) {
    return cursor.longValue(cursor.type().indexOf(field));
  }

  @Test
  void ends_with_another_operation_than_it_began_with() throws Exception {
    OpenExecution outer = OpenExecution.begin(unknown);
    OpenExecution inner = OpenExecution.begin(unknown);
    assertThat(inner.orderIndex()).isEqualTo(1);
    assertThat(inner.traceId()).isEqualTo(outer.traceId());
    assertThat(outer.isInnermost()).isFalse();
    inner.end(known, true);
    assertThat(outer.isInnermost()).isTrue();
    outer.end(known, false);
    assertThat(outer.isInnermost()).isFalse();
    assertThat(executions()).containsExactly("GET /a 0 1/1 !", "GET /a 0 0/0");
  }

  @Test
  void one_that_is_left_ends_elsewhere_and_the_thread_goes_on_in_other_traces() throws Exception {
    OpenExecution left = OpenExecution.begin(unknown);
    left.leave(unknown);
    OpenExecution next = OpenExecution.begin(unknown);
    assertThat(next.traceId()).isNotEqualTo(left.traceId());
    Thread elsewhere = new Thread(() -> left.end(known, true));
    elsewhere.start();
    elsewhere.join();
    next.end(known, false);
    Object before = thread.adopt(left.place());
    OpenExecution again = OpenExecution.begin(unknown);
    again.end(known, false);
    thread.release(before);
    assertThat(executions()).containsExactly("GET /a 0 0/0 !", "GET /a 1 0/0", "GET /a 2 0/0");
  }

  @Test
  void one_that_is_not_recorded_leaves_the_depth_as_it_was() throws Exception {
    probes.sampler(order -> false);
    OpenExecution left = OpenExecution.begin(unknown);
    assertThat(left.isRecorded()).isFalse();
    left.leave(unknown);
    left.end(known, false);
    OpenExecution ended = OpenExecution.begin(unknown);
    ended.end(known, false);
    probes.sampler(null);
    OpenExecution.begin(unknown).end(known, false);
    assertThat(executions()).containsExactly("GET /a 0 0/0");
  }

  @Test
  void begins_earlier_than_it_was_known() throws Exception {
    long tin = System.nanoTime();
    OpenExecution late = OpenExecution.begin(unknown, tin);
    late.end(known, false);
    assertThat(executions()).containsExactly("GET /a 0 0/0");
  }

  @Test
  void a_message_that_is_taken_is_used_only_if_something_began_in_it() {
    TraceContext came =
        TraceContext.parse(
            List.of("00-12345678901234567890123456789012-1234567890123456-01"), List.of());
    thread.arrive(came);
    OpenExecution taken = OpenExecution.begin(unknown);
    assertThat(thread.hasUsed(came)).isTrue();
    taken.unuse();
    taken.end(known, false);
    assertThat(thread.hasUsed(came)).isFalse();
    OpenExecution handled = OpenExecution.begin(unknown);
    OpenExecution.begin(unknown).end(known, false);
    handled.unuse();
    handled.end(known, false);
    assertThat(thread.hasUsed(came)).isTrue();
  }
}
