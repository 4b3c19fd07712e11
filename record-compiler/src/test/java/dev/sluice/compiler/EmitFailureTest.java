package dev.sluice.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Symbol;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** emit never throws, never leaves a claimed row behind, and has every loss counted once. */
class EmitFailureTest {
  private final FakeSink sink = new FakeSink(1 << 20);
  private final Samples_CallWriter calls = Samples_CallWriter.create(sink);
  private final Samples_TextsWriter texts = Samples_TextsWriter.create(sink);
  private final Symbol symbol = sink.symbol("a()");
  private final Symbol inline = new Symbol("b()", Symbol.INLINE);

  private boolean emitCall() {
    return calls.emit(symbol, null, 1, 2, 3, null, 4, 5);
  }

  private boolean emitInline() {
    return calls.emit(symbol, inline, 1, 2, 3, null, 4, 5);
  }

  private boolean emitText() {
    return texts.emit(1, "text", null, null, null, null, null, null, new byte[9]);
  }

  @Test
  void a_refused_claim_is_not_counted_again() {
    sink.buffer.refuses = true;
    assertThat(emitCall()).isFalse();
    assertThat(emitInline()).isFalse();
    assertThat(emitText()).isFalse();
    assertThat(sink.rejected).isEmpty();
  }

  @Test
  void a_failure_between_claim_and_commit_leaves_an_aborted_row_of_the_claimed_length() {
    sink.buffer.commitFailure = new StackOverflowError();
    assertThat(emitCall()).isFalse();
    assertThat(emitInline()).isFalse();
    assertThat(emitText()).isFalse();
    sink.buffer.commitFailure = null;
    assertThat(emitCall()).isTrue();
    assertThat(sink.buffer.rows(RowLayout.ABORTED)).isEqualTo(3);
    assertThat(sink.buffer.rows(RowLayout.COMMITTED)).isEqualTo(1);
    assertThat(sink.buffer.rows()).containsExactly(0, 6, 14, 14 + 6 + 2 + 3);
    assertThat(sink.rejected).as("the pump counts aborted rows").isEmpty();
  }

  @Test
  void a_row_that_came_too_late_is_not_counted_again() {
    sink.buffer.closed = true;
    assertThat(emitCall()).isFalse();
    assertThat(emitInline()).isFalse();
    assertThat(emitText()).isFalse();
    assertThat(sink.buffer.rows(RowLayout.COMMITTED)).isEqualTo(3);
    assertThat(sink.rejected).isEmpty();
  }

  @Test
  void a_failure_before_the_claim_is_an_encode_error() {
    sink.failure = new StackOverflowError();
    assertThat(emitCall()).isFalse();
    assertThat(emitInline()).isFalse();
    assertThat(emitText()).isFalse();
    assertThat(calls.emit((Samples.Call) null)).as("even if counting fails too").isFalse();
    assertThat(sink.buffer.rows()).isEmpty();
  }

  @Test
  void a_null_record_is_an_encode_error() {
    assertThat(calls.emit(null)).isFalse();
    assertThat(sink.rejected).containsExactly(DropCause.ENCODE_ERROR);
  }

  @Test
  void a_throwing_accessor_is_an_encode_error_and_the_next_record_is_fine() {
    Samples_StubbornWriter writer = Samples_StubbornWriter.create(sink);
    assertThat(writer.emit(new Samples.Stubborn(1, 13))).isFalse();
    assertThat(writer.emit(new Samples.Stubborn(1, 14))).isTrue();
    assertThat(sink.rejected).containsExactly(DropCause.ENCODE_ERROR);
    assertThat(Row.first(sink).values()).containsExactly(1L, 14L);
  }

  @ParameterizedTest
  @ValueSource(longs = {192 << 10, 256 << 10, 331 << 10})
  void a_full_stack_at_any_depth_leaves_no_claimed_row(long stackBytes) throws Exception {
    for (BooleanSupplier emit :
        new BooleanSupplier[] {this::emitCall, this::emitInline, this::emitText}) {
      for (int attempt = 0; attempt < 20; attempt++) {
        sink.buffer.clear();
        Dive dive = new Dive(emit);
        Thread thread = new Thread(null, dive, "dive", stackBytes + attempt * 4096L);
        thread.start();
        thread.join();
        assertThat(dive.committed).isPositive();
        assertThat(sink.buffer.rows(RowLayout.CLAIMED)).isZero();
        assertThat(sink.buffer.rows(RowLayout.COMMITTED)).isEqualTo(dive.committed);
      }
    }
  }

  /** Emits on every frame until the stack is full. */
  private static final class Dive implements Runnable {
    private final BooleanSupplier emit;
    private long committed;

    Dive(BooleanSupplier emit) {
      this.emit = emit;
    }

    @Override
    public void run() {
      try {
        down();
      } catch (StackOverflowError expected) {
        // What the test is about.
      }
    }

    private void down() {
      if (emit.getAsBoolean()) {
        committed++;
      }
      down();
    }
  }

  @Test
  void emit_allocates_nothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    Samples.Call record = new Samples.Call("a()", "s", 1, 2, 3, AllTypes.Kind.PLAIN, 4, 5);
    byte[] bytes = new byte[100];
    long allocated = Long.MAX_VALUE;
    // The first rounds count what the JVM allocates while it links and compiles the methods.
    for (int round = 0; round < 20 && allocated > 0; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < 1_000; i++) {
        sink.buffer.clear();
        emitCall();
        emitInline();
        calls.emit(record);
        texts.emit(1, "\u00e4\ud834\udd1e", "text", null, null, null, null, null, bytes);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - before;
    }
    assertThat(allocated).isZero();
  }
}
