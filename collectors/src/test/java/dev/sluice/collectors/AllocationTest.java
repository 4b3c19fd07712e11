package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.api.record.RowSink;
import dev.sluice.collectors.ring.SharedStripe;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AllocationTest extends CollectorTest {
  private static final int EMITS = 1_000_000;
  private static final int RUNS = 4;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Bytes that each of some runs allocates at least, after one in which everything is loaded and
   * compiled. When the JVM takes compiled code back it may make objects that the code did without,
   * some dozens of bytes in one run; what emits allocate comes with each.
   */
  private long allocated(Runnable run) {
    run.run();
    long least = Long.MAX_VALUE;
    for (int i = 1; i < RUNS; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      run.run();
      long bytes = threads.getCurrentThreadAllocatedBytes() - before - ownBytes();
      least = Math.min(least, bytes);
    }
    return least;
  }

  private long ownBytes() {
    long before = threads.getCurrentThreadAllocatedBytes();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private void emitMany() {
    for (int i = 0; i < EMITS; i++) {
      rows.emit(1, i, i);
    }
  }

  @Test
  void emit_into_an_owned_stripe_allocates_nothing() {
    start(builder().policy(FullRingPolicy.BLOCK).blockDeadline(Duration.ofMinutes(1)));
    assertThat(allocated(this::emitMany)).isZero();
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(RUNS * EMITS);
  }

  @Test
  void emit_into_the_shared_stripe_allocates_nothing() {
    start(
        builder()
            .policy(FullRingPolicy.BLOCK)
            .blockDeadline(Duration.ofMinutes(1))
            .maxOwnedStripes(0));
    assertThat(collector.rows().buffer()).isInstanceOf(SharedStripe.class);
    assertThat(allocated(this::emitMany)).isZero();
    flush();
    assertThat(collector.report().acknowledged()).isEqualTo(RUNS * EMITS);
  }

  @Test
  void refused_emit_allocates_nothing() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    assertThat(allocated(this::emitMany)).isZero();
    assertThat(collector.report().dropped().total()).isPositive();
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
  }

  @Test
  void known_symbols_are_looked_up_without_allocation() {
    start(manual());
    RowSink sink = collector.rows();
    ClassLoader loader = getClass().getClassLoader();
    assertThat(
            allocated(
                () -> {
                  for (int i = 0; i < EMITS; i++) {
                    sink.symbol("known");
                    sink.symbol("owned", loader);
                    sink.register(TestRows.TYPE);
                  }
                }))
        .isZero();
  }
}
