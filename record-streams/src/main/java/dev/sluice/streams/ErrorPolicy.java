package dev.sluice.streams;

/**
 * Policy of a record stream for a chunk whose CRC is right but that cannot be decoded, and with
 * records that cannot be read: their types do not fit what a consumer wants, the Java record's
 * constructor throws, or a newer encoder stored them in a way that this version does not know. What
 * a consumer itself throws is not among them; it always comes out of the poll.
 */
public enum ErrorPolicy {
  /**
   * The stream continues with the next record. A chunk that cannot be decoded counts as damaged, a
   * record that cannot be read as rejected; the bytes of the chunk are quarantined if there is a
   * {@link RecordStreamBuilder#quarantine quarantine}. The audit is not complete then.
   */
  QUARANTINE,

  /**
   * The poll throws an {@link java.io.IOException}, and the chunk comes again with the next one,
   * until something changes.
   */
  STOP
}
