package dev.sluice.collectors;

/** What becomes of a record when the ring is full or the sink too slow. Every loss is counted. */
public enum FullRingPolicy {
  /** The new record is refused at once ({@code ring_full}). The program is never held up. */
  DROP_NEWEST,
  /**
   * The emitting thread waits for room, at most the block deadline, then the record is refused
   * ({@code block_deadline}). Risk: while the sink is down every emit takes as long as the
   * deadline.
   */
  BLOCK,
  /**
   * The oldest sealed chunk that is not yet being sent gives way ({@code evicted}), so the newest
   * records stay. A ring that is full because the pump cannot keep up refuses as {@link
   * #DROP_NEWEST}.
   */
  EVICT_OLDEST
}
