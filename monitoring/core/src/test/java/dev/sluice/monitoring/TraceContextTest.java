package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Symbol;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceContextTest {
  private final TraceContext context = new TraceContext(new TraceIds());

  private static String place(long frame) {
    return TraceContext.orderIndex(frame) + "/" + TraceContext.stackDepth(frame);
  }

  @Test
  void order_counts_executions_and_depth_those_that_are_active() {
    long a = context.enter();
    long b = context.enter();
    long c = context.enter();
    context.exit(c);
    context.exit(b);
    long d = context.enter();
    context.exit(d);
    context.exit(a);
    assertThat(place(a)).isEqualTo("0/0");
    assertThat(place(b)).isEqualTo("1/1");
    assertThat(place(c)).isEqualTo("2/2");
    assertThat(place(d)).isEqualTo("3/1");
  }

  @Test
  void trace_lasts_until_its_first_execution_ends() {
    long outer = context.enter();
    long first = context.traceId();
    context.exit(context.enter());
    assertThat(context.traceId()).isEqualTo(first);
    context.exit(outer);
    long next = context.enter();
    assertThat(context.traceId()).isNotEqualTo(first);
    assertThat(place(next)).isEqualTo("0/0");
  }

  @Test
  void frame_left_without_its_probe_does_not_shift_those_outside() {
    long outer = context.enter();
    long inner = context.enter();
    context.enter();
    context.exit(inner);
    assertThat(place(context.enter())).isEqualTo("3/1");
    context.exit(outer);
    assertThat(place(context.enter())).isEqualTo("0/0");
  }

  @Test
  void recursion_deeper_than_any_stack_keeps_its_frames() {
    long[] frames = IntStream.range(0, 200_000).mapToLong(i -> context.enter()).toArray();
    for (int i = frames.length - 1; i >= 0; i--) {
      assertThat(place(frames[i])).isEqualTo(i + "/" + i);
      context.exit(frames[i]);
    }
    assertThat(place(context.enter())).isEqualTo("0/0");
  }

  @Test
  void trace_ids_of_all_threads_differ() throws InterruptedException {
    TraceIds ids = new TraceIds();
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    int traces = 10 * TraceIds.BLOCK + 1;
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                TraceContext mine = new TraceContext(ids);
                for (int k = 0; k < traces; k++) {
                  long frame = mine.enter();
                  seen.add(mine.traceId());
                  mine.exit(frame);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(seen).hasSize(threads.length * traces);
    assertThat(seen).allMatch(id -> id > 0 && id <= (traces + TraceIds.BLOCK) * 4L);
  }

  @Test
  void session_is_null_unless_set_and_takes_no_symbol() {
    assertThat(context.session()).isNull();
    context.session("s-1");
    assertThat(context.session().value()).isEqualTo("s-1");
    assertThat(context.session().id()).isEqualTo(Symbol.INLINE);
    context.session(null);
    assertThat(context.session()).isNull();
  }
}
