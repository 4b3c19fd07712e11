package dev.sluice.monitoring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The collector's sink with a switch: when off, records are refused without being counted. */
final class MonitorSink implements RowSink {
  private static final VarHandle ON;

  static {
    try {
      ON = MethodHandles.lookup().findVarHandle(MonitorSink.class, "on", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RowSink sink;
  private boolean on;

  MonitorSink(RowSink sink) {
    this.sink = sink;
  }

  void enable(boolean on) {
    ON.setVolatile(this, on);
  }

  private boolean isOn() {
    // Opaque, so that no loop keeps an old value for ever; as cheap as a plain read.
    return (boolean) ON.getOpaque(this);
  }

  @Override
  public RowBuffer buffer() {
    return isOn() ? sink.buffer() : Nothing.BUFFER;
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    if (isOn()) {
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
