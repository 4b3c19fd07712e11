package dev.sluice.collectors;

/** What of a collector's memory nobody outside of its package sees. */
public final class Memory {
  private Memory() {}

  /** Bytes of the buffers of sealed chunks. */
  public static long sealedBytes(ChunkingCollector collector) {
    return collector.outbox().ledger.pool.allocatedBytes();
  }
}
