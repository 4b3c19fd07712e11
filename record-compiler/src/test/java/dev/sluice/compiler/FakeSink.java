package dev.sluice.compiler;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A collector's emitting side whose ring is one long array that never empties. For one thread. */
final class FakeSink implements RowSink {
  final List<RecordType> types = new ArrayList<>();
  final Map<String, Symbol> symbols = new HashMap<>();
  final List<DropCause> rejected = new ArrayList<>();
  final FakeBuffer buffer;

  /** Symbols beyond this many have no id. */
  int symbolLimit = Symbol.MAX_SYMBOLS;

  /** Thrown by {@code buffer()} and {@code reject} if not null. */
  Error failure;

  FakeSink(int words) {
    buffer = new FakeBuffer(words);
  }

  @Override
  public int register(RecordType type) {
    types.add(type);
    return types.size() - 1;
  }

  @Override
  public RowBuffer buffer() {
    failIfTold();
    return buffer;
  }

  @Override
  public int full(RowBuffer ignored, int count) {
    return -1;
  }

  @Override
  public Symbol symbol(String value) {
    Symbol known = symbols.get(value);
    if (known == null) {
      int id = symbols.size() < symbolLimit ? symbols.size() + 1 : Symbol.INLINE;
      known = new Symbol(value, id);
      symbols.put(value, known);
    }
    return known;
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return symbol(value);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    failIfTold();
    rejected.add(cause);
  }

  private void failIfTold() {
    if (failure != null) {
      throw failure;
    }
  }

  String symbolText(int id) {
    return symbols.values().stream().filter(s -> s.id() == id).findFirst().orElseThrow().value();
  }
}
