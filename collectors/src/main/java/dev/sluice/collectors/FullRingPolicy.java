package dev.sluice.collectors;

/** Policy for a record if the ring is full or the sink too slow. Every loss is counted. */
public enum FullRingPolicy {
  /** The new record is refused immediately ({@code ring_full}). The program is never held up. */
  DROP_NEWEST,
  /**
   * The emitting thread waits for room, at most the block deadline, then the record is refused
   * ({@code block_deadline}). Risk: while the sink is down every emit takes as long as the
   * deadline.
   */
  BLOCK,
  /**
   * The oldest records are dropped ({@code evicted}), so the newest stay: the oldest sealed chunk
   * that is not yet being sent; if the pump has no time to seal, the oldest records of the emitting
   * thread's stripe. The thread waits at most some 10 ms, and only while others are just at those
   * records; then the new record is refused ({@code ring_full}).
   */
  EVICT_OLDEST;

  /** Returns what happens to records while the sink is unavailable, as a part of a sentence. */
  String meanwhile(boolean hasStore) {
    return "records wait in memory"
        + (hasStore ? " and in the spill" : "")
        + "; when that is full "
        + switch (this) {
          case DROP_NEWEST -> "new ones are dropped";
          case BLOCK -> "whoever emits one waits, and then it is dropped";
          case EVICT_OLDEST -> "the oldest are dropped";
        };
  }
}
