package dev.sluice.monitoring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;

/** For operations that are never on. */
final class NoSink implements RowSink {
  @Override
  public int register(RecordType type) {
    return 0;
  }

  @Override
  public RowBuffer buffer() {
    throw new IllegalStateException("nothing is recorded");
  }

  @Override
  public Symbol symbol(String value) {
    return new Symbol(value, Symbol.INLINE);
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return symbol(value);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {}
}
