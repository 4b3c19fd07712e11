package dev.sluice.monitoring.probe;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.time.Duration;
import java.util.EnumSet;

/** A thread's aggregates over a sink that remembers what the records of an operation say. */
class StressCells implements RowSink {
  /** Words of an aggregate's row: count, sum, exceptions. */
  private static final int COUNT = 3;

  private static final int SUM = 4;
  private static final int EXCEPTIONS = 7;

  long count;
  long sum;

  /** Records that are not of so many executions of 1 ns that threw. */
  int torn;

  private final RowBuffer buffer =
      new RowBuffer(new long[64], new boolean[1]) {
        @Override
        public boolean isOwnedBy(Thread thread) {
          return false;
        }

        @Override
        public int claim(int words) {
          return 0;
        }

        @Override
        public boolean commit(int index, long header) {
          synchronized (StressCells.this) {
            count += words[COUNT];
            sum += words[SUM];
            torn += words[COUNT] == words[SUM] && words[COUNT] == words[EXCEPTIONS] ? 0 : 1;
          }
          return true;
        }
      };

  final Probes probes =
      new Probes(this, "", t -> true, new AggregateSettings(1000, Duration.ofHours(1), 1, 1 << 20));
  final Operation operation = probes.operation("a", "A", EnumSet.of(ProbeKind.AGGREGATE), null);
  final ThreadAggregates owner = new ThreadAggregates(probes, Thread.currentThread());

  /** An execution of 1 ns, which threw. */
  void add() {
    owner.add(operation, 0, 1, true);
  }

  @Override
  public int register(RecordType type) {
    return 0;
  }

  @Override
  public RowBuffer buffer() {
    return buffer;
  }

  @Override
  public int full(RowBuffer ignored, int count) {
    return -1;
  }

  @Override
  public Symbol symbol(String value) {
    return new Symbol(value, 1);
  }

  @Override
  public Symbol symbol(String value, ClassLoader loader) {
    return symbol(value);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    throw new AssertionError(cause);
  }
}
