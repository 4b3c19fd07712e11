package dev.sluice.api.record;

/**
 * A stripe of a ring, for row writers: claim words, write the row, commit or abandon it. The stripe
 * decides where the words are. A row writer does the four steps in one method:
 *
 * <pre>{@code
 * RowBuffer buffer = sink.buffer();
 * int at = -1;
 * try {
 *   at = buffer.claim(WORDS);
 *   if (at < 0) {
 *     at = sink.full(buffer, WORDS);
 *   }
 *   if (at < 0) {
 *     return false; // refused and counted
 *   }
 *   buffer.put(at + 1, ...);
 *   return buffer.commit(at, header);
 * } catch (Throwable failure) { // a StackOverflowError in code that is not yet compiled
 *   if (at >= 0) {
 *     buffer.givenUp[at & buffer.givenUp.length - 1] = true; // no call: it might fail as well
 *   }
 *   return false;
 * }
 * }</pre>
 *
 * Only the thread that called {@link RowSink#buffer()} may use the result, and only at once, unless
 * it {@linkplain #isOwnedBy owns} it.
 */
public abstract class RowBuffer {
  /**
   * Marks of rows that a row writer claimed and cannot finish, at the row's index modulo the
   * length, which is a power of two. The pump counts such a row as a drop. A field and no method,
   * because a row is given up where the stack is too full for a call.
   */
  public final boolean[] givenUp;

  /** Words of the ring. A claimed row does not wrap around their end. */
  protected final long[] words;

  /**
   * Creates a buffer; only collectors call it.
   *
   * @param givenUp as many as the ring has words, or one if the collector need not be told
   */
  protected RowBuffer(long[] words, boolean[] givenUp) {
    this.words = words;
    this.givenUp = givenUp;
  }

  /**
   * Returns whether the thread gets this buffer from {@link RowSink#buffer()} for as long as it
   * lives, so that it may keep it.
   */
  public abstract boolean isOwnedBy(Thread thread);

  /**
   * Claims consecutive words. Never waits; throws only if the stack is exhausted.
   *
   * @param count 1 to {@link RowLayout#MAX_WORDS}
   * @return the index of the first word, or a negative number if there is no room now, the row is
   *     too long or the collector is closed; {@link RowSink#full} says how to go on
   */
  public abstract int claim(int count);

  /**
   * Writes a word of a claimed row.
   *
   * @param index from the result of {@link #claim} on, within the claimed words
   */
  public final void put(int index, long word) {
    words[index] = word;
  }

  /**
   * Writes the length and the bytes of a text into a claimed row.
   *
   * @param bytes the result of {@link Rows#textBytes}
   * @return the index after the last word written
   */
  public final int putText(int index, String text, int bytes) {
    return Rows.putText(words, index, text, bytes);
  }

  /**
   * Writes the length and the bytes of a byte array into a claimed row.
   *
   * @return the index after the last word written
   */
  public final int putBytes(int index, byte[] bytes) {
    return Rows.putBytes(words, index, bytes);
  }

  /**
   * Releases the row to the pump: everything written to it before happens-before the pump reads it.
   * Nothing can fail after that while the collector is open: if this method throws, the writer must
   * still abandon the row.
   *
   * @param index the result of {@link #claim}
   * @param header the row's first word, state {@link RowLayout#COMMITTED}, with the claimed length
   * @return whether the pump takes the row; if not, the collector was closed between claim and
   *     commit and the row is already counted as a drop
   */
  public abstract boolean commit(int index, long header);
}
