package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The CRCs of the last chunks, so that other bytes under a producer's sequence are told from a
 * repetition: at least of the last {@link #MAX_BLOCKS} chunks, and of {@value #BLOCK} times as many
 * of producers whose chunks come in order; 6 MiB at most.
 */
final class Checksums {
  /** Sequences that are remembered and forgotten together. */
  static final int BLOCK = 16;

  static final int MAX_BLOCKS = 1 << 15;

  private final Map<Key, Block> blocks =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Block> eldest) {
          return size() > MAX_BLOCKS;
        }
      };

  private record Key(long producerId, long block) {
    static Key of(Accounting accounting) {
      return new Key(accounting.producerId(), accounting.sequence() / BLOCK);
    }
  }

  private static final class Block {
    private final int[] crcs = new int[BLOCK];
    private int present;
  }

  /**
   * Whether the chunk of that producer and sequence is remembered and had other bytes. One that
   * replaces others is never remembered: it has other bytes than they, and says the same.
   */
  boolean contradict(Chunk chunk) {
    if (chunk.accounting().isRange()) {
      return false;
    }
    Block block = blocks.get(Key.of(chunk.accounting()));
    int at = place(chunk);
    return block != null && (block.present & 1 << at) != 0 && block.crcs[at] != chunk.crc();
  }

  void remember(Chunk chunk) {
    if (chunk.accounting().isRange()) {
      return;
    }
    Block block = blocks.computeIfAbsent(Key.of(chunk.accounting()), key -> new Block());
    block.present |= 1 << place(chunk);
    block.crcs[place(chunk)] = chunk.crc();
  }

  private static int place(Chunk chunk) {
    return (int) (chunk.accounting().sequence() % BLOCK);
  }
}
