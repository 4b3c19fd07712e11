package dev.sluice.api.record;

/**
 * A stripe as a row writer sees it: claim words, write the row, commit or abort. A row writer does
 * the four steps in one leaf method:
 *
 * <pre>{@code
 * RowBuffer buffer = sink.buffer();
 * int at = buffer.claim(WORDS);
 * if (at < 0) {
 *   return false; // refused and counted
 * }
 * try {
 *   long[] words = buffer.words;
 *   words[at + 1] = ...;
 *   return buffer.commit(at, header);
 * } catch (Throwable failure) { // a StackOverflowError in code that is not yet compiled
 *   words[at] = ABORTED_HEADER; // a constant: there may be no stack left for a call
 *   return false;
 * }
 * }</pre>
 *
 * Only the thread that called {@link RowSink#buffer()} may use the result, and only at once, unless
 * it {@linkplain #isOwnedBy owns} it.
 */
public abstract class RowBuffer {
  /** The ring. A claimed row lies in it without wrapping around its end. */
  public final long[] words;

  /** For collectors. */
  protected RowBuffer(long[] words) {
    this.words = words;
  }

  /**
   * Whether the thread gets this buffer from {@link RowSink#buffer()} for as long as it lives, so
   * that it may keep it.
   */
  public abstract boolean isOwnedBy(Thread thread);

  /**
   * Claims consecutive words.
   *
   * @param count 1 to {@link RowLayout#MAX_WORDS}
   * @return the index of the first word, or a negative number if the row was refused (ring full,
   *     longer than an eighth of the stripe, collector closed), which is then already counted as a
   *     drop; never throws, never blocks longer than the policy allows
   */
  public abstract int claim(int count);

  /**
   * Releases the row to the pump: everything written to it before happens-before the pump reads it.
   * Nothing can fail after that while the collector is open: if this method throws, the row is
   * still the writer's to abort.
   *
   * @param index the result of {@link #claim}
   * @param header the row's first word, state {@link RowLayout#COMMITTED}, with the claimed length
   * @return whether the pump takes the row; if not, the collector was closed between claim and
   *     commit and the row is already counted as a drop
   */
  public abstract boolean commit(int index, long header);
}
