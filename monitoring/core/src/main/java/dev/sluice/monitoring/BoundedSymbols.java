package dev.sluice.monitoring;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Symbols of texts that clients or users chose, bounded in number and in size. A text beyond a
 * bound is stored in its record, so that strangers cannot use up memory: its symbol is {@link
 * Symbol#INLINE}. Any thread.
 */
public final class BoundedSymbols {
  /** Maximum number of texts. Each thread may exceed it by one. */
  public static final int MAX_TEXTS = 10_000;

  /** Default maximum length of a text that becomes a symbol, in characters. */
  public static final int MAX_TEXT_CHARS = 512;

  /** Maximum length of all texts together, in characters. Each thread may exceed it by a text. */
  public static final int MAX_CHARS = 1 << 20;

  private static final int SLOTS = 1024;

  private final Map<String, Symbol> symbols = new ConcurrentHashMap<>();
  private final AtomicInteger chars = new AtomicInteger();

  /** Last known symbol for each hash: written with races, contains only immutable objects. */
  private final Symbol[] recent = new Symbol[SLOTS];

  private final RowSink sink;
  private final int maxTextChars;

  /** Creates an empty table for a sink. */
  public BoundedSymbols(RowSink sink) {
    this(sink, MAX_TEXT_CHARS);
  }

  /** Creates an empty table for texts of at most {@code maxTextChars} characters. */
  public BoundedSymbols(RowSink sink, int maxTextChars) {
    this.sink = sink;
    this.maxTextChars = maxTextChars;
  }

  /** Returns the symbol of a text, null for null. */
  public Symbol of(String text) {
    if (text == null) {
      return null;
    }
    if (text.length() > maxTextChars) {
      return new Symbol(text, Symbol.INLINE);
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
    return symbols.size() < MAX_TEXTS && chars.get() < MAX_CHARS
        ? symbols.computeIfAbsent(text, this::add)
        : new Symbol(text, Symbol.INLINE);
  }

  private Symbol add(String text) {
    Symbol added = sink.symbol(text); // which may fail
    chars.addAndGet(text.length());
    return added;
  }
}
