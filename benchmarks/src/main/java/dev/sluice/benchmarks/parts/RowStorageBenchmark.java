package dev.sluice.benchmarks.parts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the memory of a stripe costs its owner: a row of six words is claimed, written and released,
 * in an array of the heap, in the same through a handle, and outside of the heap as in a mapped
 * file. Positions lie in the region in front of the rows, as in a stripe; nobody drains.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class RowStorageBenchmark {
  private static final int ROWS = 2000;
  private static final int ROW_WORDS = 6;
  private static final int CAPACITY = 1 << 17;
  private static final int TAIL = 16;
  private static final int CURSOR = 17;
  private static final int LIMIT = 18;
  private static final int FIRST = 64;
  private static final VarHandle ARRAY = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle BYTES =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long[] words = new long[FIRST + CAPACITY];
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect((FIRST + CAPACITY) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /** Stores into an array of the heap. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void heap() {
    ARRAY.setOpaque(words, LIMIT, Long.MAX_VALUE);
    for (int i = 0; i < ROWS; i++) {
      final long at = words[TAIL];
      if (words[CURSOR] != at || at + ROW_WORDS > (long) ARRAY.getOpaque(words, LIMIT)) {
        throw new IllegalStateException();
      }
      ARRAY.setOpaque(words, CURSOR, at + ROW_WORDS);
      final int index = FIRST + ((int) at & CAPACITY - 8);
      words[index + 1] = i;
      words[index + 2] = at;
      words[index + 3] = i + at;
      words[index + 4] = i - at;
      words[index + 5] = i ^ at;
      final long end = words[TAIL] + ROW_WORDS;
      words[index] = ROW_WORDS | (long) i << 32;
      ARRAY.setRelease(words, TAIL, end);
    }
  }

  /** Stores into an array of the heap through a handle. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void heapHandle() {
    ARRAY.setOpaque(words, LIMIT, Long.MAX_VALUE);
    for (int i = 0; i < ROWS; i++) {
      final long at = (long) ARRAY.get(words, TAIL);
      if ((long) ARRAY.get(words, CURSOR) != at
          || at + ROW_WORDS > (long) ARRAY.getOpaque(words, LIMIT)) {
        throw new IllegalStateException();
      }
      ARRAY.setOpaque(words, CURSOR, at + ROW_WORDS);
      final int index = FIRST + ((int) at & CAPACITY - 8);
      ARRAY.set(words, index + 1, (long) i);
      ARRAY.set(words, index + 2, at);
      ARRAY.set(words, index + 3, i + at);
      ARRAY.set(words, index + 4, i - at);
      ARRAY.set(words, index + 5, i ^ at);
      final long end = (long) ARRAY.get(words, TAIL) + ROW_WORDS;
      ARRAY.set(words, index, ROW_WORDS | (long) i << 32);
      ARRAY.setRelease(words, TAIL, end);
    }
  }

  /** Stores into memory outside of the heap through a handle. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void direct() {
    BYTES.setOpaque(bytes, LIMIT << 3, Long.MAX_VALUE);
    for (int i = 0; i < ROWS; i++) {
      final long at = (long) BYTES.get(bytes, TAIL << 3);
      if ((long) BYTES.get(bytes, CURSOR << 3) != at
          || at + ROW_WORDS > (long) BYTES.getOpaque(bytes, LIMIT << 3)) {
        throw new IllegalStateException();
      }
      BYTES.setOpaque(bytes, CURSOR << 3, at + ROW_WORDS);
      final int index = FIRST + ((int) at & CAPACITY - 8);
      BYTES.set(bytes, index + 1 << 3, (long) i);
      BYTES.set(bytes, index + 2 << 3, at);
      BYTES.set(bytes, index + 3 << 3, i + at);
      BYTES.set(bytes, index + 4 << 3, i - at);
      BYTES.set(bytes, index + 5 << 3, i ^ at);
      final long end = (long) BYTES.get(bytes, TAIL << 3) + ROW_WORDS;
      BYTES.set(bytes, index << 3, ROW_WORDS | (long) i << 32);
      BYTES.setRelease(bytes, TAIL << 3, end);
    }
  }
}
