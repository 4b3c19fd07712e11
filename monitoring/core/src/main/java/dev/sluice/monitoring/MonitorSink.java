package dev.sluice.monitoring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;

/**
 * Sink of the collector that can be switched off. While it is off, records are refused without
 * being counted.
 */
final class MonitorSink implements RowSink {
  private final RowSink sink;
  private volatile boolean on;

  MonitorSink(RowSink sink) {
    this.sink = sink;
  }

  void enable(boolean on) {
    this.on = on;
  }

  @Override
  public RowBuffer buffer() {
    return on ? sink.buffer() : NoopCollector.BUFFER;
  }

  @Override
  public int full(RowBuffer buffer, int count) {
    return buffer == NoopCollector.BUFFER
        ? NoopCollector.BUFFER.claim(count)
        : sink.full(buffer, count);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    if (on) {
      sink.reject(cause, type);
    }
  }

  @Override
  public int register(RecordType type) {
    return sink.register(type);
  }

  @Override
  public Symbol symbol(String value) {
    return sink.symbol(value);
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return sink.symbol(value, owner);
  }
}
