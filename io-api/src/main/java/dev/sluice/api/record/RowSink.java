package dev.sluice.api.record;

import dev.sluice.api.chunk.DropCause;

/**
 * Where row writers put rows: the emitting side of a collector. All methods may be called by any
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

  /** The stripe for the calling thread; allocates nothing. */
  RowBuffer buffer();

  /**
   * Decides about a row that {@link RowBuffer#claim} found no room for: waits for room, no longer
   * than the policy says, or refuses the record and counts it as a drop. Allocates nothing.
   *
   * @param buffer where the claim failed
   * @param count the words that were to be claimed
   * @return the index of the first word, as from {@code claim}; negative if the record is refused
   */
  int full(RowBuffer buffer, int count);

  /**
   * Registers a symbol that lives as long as the collector. The same symbol for an equal string.
   */
  Symbol symbol(String value);

  /** Registers a symbol whose id is given back some time after {@code owner} was unloaded. */
  Symbol symbol(String value, ClassLoader owner);

  /**
   * Counts a record that its row writer could not put into a row; its type is named in a log line.
   */
  void reject(DropCause cause, RecordType type);
}
