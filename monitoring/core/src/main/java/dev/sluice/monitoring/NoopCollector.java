package dev.sluice.monitoring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.CollectorStatus;
import java.time.Duration;
import java.util.Map;

/** A collector that refuses all records, for a monitor that could not be opened. */
final class NoopCollector implements Collector, RowSink {
  /** Buffer that refuses every row and counts none. */
  static final RowBuffer BUFFER =
      new RowBuffer(new long[0], new boolean[1]) {
        @Override
        public int claim(int count) {
          return -1;
        }

        @Override
        public boolean isOwnedBy(Thread thread) {
          return false;
        }

        @Override
        public boolean commit(int index, long header) {
          return false;
        }
      };

  private static final CollectorReport REPORT =
      new CollectorReport(0, null, 0, 0, 0, 0, 0, DropCounts.NONE, 0, 0);
  private static final CollectorStatus STATUS =
      new CollectorStatus(
          CollectorState.RUNNING,
          Map.of(),
          0,
          0,
          0,
          0,
          null,
          null,
          ChunkingStatus.NONE,
          Double.NaN);

  @Override
  public RowSink rows() {
    return this;
  }

  @Override
  public boolean flush(Duration timeout) {
    return true;
  }

  @Override
  public CollectorReport report() {
    return REPORT;
  }

  @Override
  public CollectorStatus status() {
    return STATUS;
  }

  @Override
  public CollectorReport close(Duration timeout) {
    return REPORT;
  }

  @Override
  public int register(RecordType type) {
    return 0;
  }

  @Override
  public RowBuffer buffer() {
    return BUFFER;
  }

  @Override
  public int full(RowBuffer buffer, int count) {
    return buffer.claim(count);
  }

  @Override
  public Symbol symbol(String value) {
    return new Symbol(value, 1);
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return symbol(value);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    // as all records are
  }
}
