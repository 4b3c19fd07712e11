package dev.sluice.api.record;

/**
 * Records grouped in memory, not yet encoded: committed rows back to back, as {@link RowLayout}
 * describes them, without padding. Owned by the pump; a {@code ChunkEncoder} reads it during {@code
 * encode} only.
 */
public final class RowBatch {
  /** The rows, back to back from index 0. */
  public final long[] words;

  private final TypeTable types;
  private int length;
  private int rows;

  /** Types and symbols that rows refer to by number. Read by the pump thread only. */
  public interface TypeTable {
    /** Returns the type with this id in rows. */
    RecordType type(int typeId);

    /** Returns the text of a symbol as WTF-8; the caller must not change it. */
    byte[] symbolText(int symbolId);
  }

  /** Creates a batch of at most {@code capacity} words. */
  public RowBatch(int capacity, TypeTable types) {
    this(new long[capacity], types);
  }

  private RowBatch(long[] words, TypeTable types) {
    this.words = words;
    this.types = types;
  }

  /** Returns the number of words in use. */
  public int length() {
    return length;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns the number of words that are still free. */
  public int remaining() {
    return words.length - length;
  }

  /** Returns the types and symbols that the rows refer to. */
  public TypeTable types() {
    return types;
  }

  /** Copies {@code rowCount} committed rows that lie back to back; there must be room. */
  public void append(long[] source, int from, int count, int rowCount) {
    System.arraycopy(source, from, words, length, count);
    length += count;
    rows += rowCount;
  }

  /** Removes all rows. */
  public void clear() {
    length = 0;
    rows = 0;
  }
}
