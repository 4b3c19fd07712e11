package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import java.nio.charset.StandardCharsets;

/**
 * Producer id and sequence: spreads one busy producer over all partitions, at the price of its
 * order.
 */
public final class ChunkKey implements KeyStrategy {
  /** For {@link java.util.ServiceLoader}. */
  public ChunkKey() {}

  @Override
  public String name() {
    return "chunk";
  }

  @Override
  public byte[] key(Chunk chunk) {
    Accounting accounting = chunk.accounting();
    return (accounting.producer() + "/" + accounting.sequence())
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean keepsProducerInOnePartition() {
    return false;
  }
}
