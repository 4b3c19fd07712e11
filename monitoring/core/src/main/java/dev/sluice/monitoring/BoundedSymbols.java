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

  private final Map<String, Symbol> symbols = new ConcurrentHashMap<>();
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
    Symbol known = symbols.get(text);
    if (known != null) {
      return known;
    }
    return symbols.size() < MOST
        ? symbols.computeIfAbsent(text, sink::symbol)
        : new Symbol(text, Symbol.INLINE);
  }
}
