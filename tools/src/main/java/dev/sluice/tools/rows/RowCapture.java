package dev.sluice.tools.rows;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps rows instead of sending them. Types and symbols get the numbers that a new collector gives
 * them in the same order. For one thread.
 */
public final class RowCapture implements RowSink {
  private final Map<RecordType, Integer> typeIds = new HashMap<>();
  private final Map<String, Symbol> symbols = new HashMap<>();
  private final List<RecordType> types = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final Scratch scratch;
  private RowTarget target;

  /** Takes rows one after the other. */
  @FunctionalInterface
  public interface RowTarget {
    /** Takes the row in the first {@code count} words, which are its until it returns. */
    void add(long[] words, int count);
  }

  /** Creates a capture with a buffer for the row, which captures of one thread may share. */
  public RowCapture(Scratch scratch) {
    this.scratch = scratch;
  }

  /** The place for one row. */
  public static final class Scratch extends RowBuffer {
    private RowCapture owner;

    /** Empty. */
    public Scratch() {
      super(new long[RowLayout.MAX_WORDS], new boolean[1]);
    }

    @Override
    public boolean isOwnedBy(Thread thread) {
      return false;
    }

    @Override
    public int claim(int count) {
      return count > RowLayout.MAX_WORDS ? -1 : 0;
    }

    @Override
    public boolean commit(int index, long header) {
      words[0] = header;
      owner.target.add(words, RowLayout.words(header));
      return true;
    }
  }

  /** Sets the target of the following rows. */
  public void into(RowTarget next) {
    target = next;
  }

  /** Returns the types registered so far, by number. */
  public List<RecordType> types() {
    return types;
  }

  /** Returns the symbols so far; the first has the number 1. */
  public List<String> symbols() {
    return texts;
  }

  @Override
  public int register(RecordType type) {
    return typeIds.computeIfAbsent(
        type,
        added -> {
          types.add(added);
          return types.size() - 1;
        });
  }

  @Override
  public RowBuffer buffer() {
    scratch.owner = this;
    return scratch;
  }

  @Override
  public int full(RowBuffer buffer, int count) {
    return -1;
  }

  @Override
  public Symbol symbol(String value) {
    Symbol known = symbols.get(value);
    if (known != null) {
      return known;
    }
    if (texts.size() == Symbol.MAX_SYMBOLS || Rows.textBytes(value) > RowLayout.MAX_INLINE_BYTES) {
      return new Symbol(value, Symbol.INLINE);
    }
    texts.add(value);
    Symbol added = new Symbol(value, texts.size());
    symbols.put(value, added);
    return added;
  }

  @Override
  public Symbol symbol(String value, ClassLoader owner) {
    return symbol(value);
  }

  @Override
  public void reject(DropCause cause, RecordType type) {
    // Rows of a chunk are never too long for a row.
  }
}
