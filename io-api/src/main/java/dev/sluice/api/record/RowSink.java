package dev.sluice.api.record;

import dev.sluice.api.chunk.DropCause;

/**
 * Destination of row writers: the emitting side of a collector. All methods may be called by any
 * thread.
 */
public interface RowSink {
  /**
   * Registers a type.
   *
   * @return its id in rows, 0 to {@link RowLayout#MAX_TYPE_ID}; the same for an equal type
   * @throws IllegalArgumentException if the limit of types is reached
   */
  int register(RecordType type);

  /** Returns the stripe for the calling thread; allocates nothing. */
  RowBuffer buffer();

  /**
   * Handles a row for which {@link RowBuffer#claim} found no room: waits for room, no longer than
   * the policy says, or refuses the record and counts it as a drop. Allocates nothing.
   *
   * @param buffer where the claim failed
   * @param count the words that were to be claimed
   * @return the index of the first word, as from {@code claim}; negative if the record is refused
   */
  int full(RowBuffer buffer, int count);

  /** Registers a symbol that lives as long as the collector. Equal strings give the same symbol. */
  Symbol symbol(String value);

  /** Registers a symbol whose id is reused some time after {@code owner} was unloaded. */
  Symbol symbol(String value, ClassLoader owner);

  /** Counts a record that its row writer could not put into a row; a log line names its type. */
  void reject(DropCause cause, RecordType type);
}
