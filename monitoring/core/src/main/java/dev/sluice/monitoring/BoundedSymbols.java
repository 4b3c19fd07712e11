package dev.sluice.monitoring;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The symbols of texts that others chose. Texts beyond the first 10,000 travel with their records:
 * names that are not few must not use up memory. Any thread.
 */
public final class BoundedSymbols {
  private static final int MOST = 10_000;
  private static final int SLOTS = 1024;

  private final Map<String, Symbol> symbols = new ConcurrentHashMap<>();

  /** What came last with a hash: written with races, of immutable objects alone. */
  private final Symbol[] recent = new Symbol[SLOTS];

  private final RowSink sink;

  /** For a sink. */
  public BoundedSymbols(RowSink sink) {
    this.sink = sink;
  }

  /** The symbol of a text, null for null. */
  public Symbol of(String text) {
    if (text == null) {
      return null;
    }
    int slot = text.hashCode() & SLOTS - 1;
    Symbol last = recent[slot];
    if (last == null || !last.value().equals(text)) {
      last = lookUp(text);
      if (last.id() != Symbol.INLINE) {
        recent[slot] = last;
      }
    }
    return last;
  }

  private Symbol lookUp(String text) {
    Symbol known = symbols.get(text);
    if (known != null) {
      return known;
    }
    return symbols.size() < MOST
        ? symbols.computeIfAbsent(text, sink::symbol)
        : new Symbol(text, Symbol.INLINE);
  }
}
