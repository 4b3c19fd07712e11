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
   * Of the sealed chunks the oldest that is not being sent gives way ({@code evicted}), so that the
   * newest records stay while the sink is too slow. Where the pump gets no processor, the ring
   * fills all the same; then the new record is refused ({@code ring_full}). No thread waits.
   */
  EVICT_OLDEST
}
