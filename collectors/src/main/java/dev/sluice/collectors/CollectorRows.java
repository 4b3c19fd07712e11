package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;

/** What row writers see of a collector. */
final class CollectorRows implements RowSink {
  private final StripeTable table;
  private final Types types;
  private final Symbols symbols;
  private final Gate gate;

  CollectorRows(Parts parts) {
    this.table = parts.table;
    this.types = parts.types;
    this.symbols = parts.symbols;
    this.gate = parts.gate;
  }

  @Override
  public int register(RecordType type) {
    return types.register(type);
  }

  @Override
  public RowBuffer buffer() {
    return table.stripe();
  }

  @Override
  public Symbol symbol(String value) {
    return symbols.symbol(value, null);
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return symbols.symbol(value, owner);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    gate.reject(gate.isClosed() ? DropCause.CLOSED : cause, type);
  }
}
