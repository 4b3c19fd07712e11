package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;

/**
 * What the collector's memory is spent on; the one place that divides it. The parts add up to at
 * most the total. Not in it: the texts of symbols, which are the program's own strings a second
 * time, at most {@code Symbol.MAX_SYMBOLS} of them.
 *
 * @param stripeBytes bytes of one stripe, a power of two
 * @param stripes number of stripes, the shared one included
 * @param batchWords words of the batch
 * @param bodyBytes bytes of the buffer that bodies are encoded to: the largest chunk
 * @param sealedBytes bytes of the buffers of sealed chunks, from sealing to completion
 */
record MemoryBudget(int stripeBytes, int stripes, int batchWords, int bodyBytes, long sealedBytes) {
  /** Smallest total, in bytes. */
  static final long MIN_BYTES = 1 << 20;

  /**
   * Largest stripe, in bytes. It outlasts a time slice of some milliseconds in which the pump has
   * no processor, while a thread emits 20 million records/s of 48 bytes.
   */
  static final int MAX_STRIPE_BYTES = 4 << 20;

  private static final int MAX_STRIPES = 64;
  private static final int WORDS_PER_RECORD = 12;

  /**
   * The total unless configured otherwise, in bytes: an eighth of the largest heap, within bounds.
   */
  static long defaultTotal(long maxHeapBytes) {
    long eighth = maxHeapBytes / 8 & -1024;
    return Math.max(MIN_BYTES, Math.min(ChunkingCollectorBuilder.DEFAULT_MEMORY_BYTES, eighth));
  }

  /** Divides {@code total} bytes for chunks of that many records and bytes. */
  static MemoryBudget of(long total, int chunkRecords, int chunkBytes) {
    int stripeBytes = (int) Math.min(MAX_STRIPE_BYTES, Long.highestOneBit(total / 16));
    int longestRow = Stripe.longestRow(stripeBytes / Long.BYTES);
    // Room for two of the longest rows, so that the batch never waits for a row that cannot fit.
    long batchWords =
        Math.max(
            2L * longestRow,
            Math.min((long) chunkRecords * WORDS_PER_RECORD, total / 8 / Long.BYTES));
    int bodyBytes = chunkBytes + ChunkLayout.MAX_HEADER_BYTES;
    long sealedBytes = total / 4;
    long rest = total - sealedBytes - encoderBytes(total) - batchWords * Long.BYTES - bodyBytes;
    int stripes = (int) Math.min(MAX_STRIPES, (rest - markBytes(stripeBytes)) / stripeBytes);
    return new MemoryBudget(stripeBytes, stripes, (int) batchWords, bodyBytes, sealedBytes);
  }

  /** Bytes left to the encoder for its columns and tables. */
  static long encoderBytes(long total) {
    return total / 8;
  }

  /** The shared stripe has a byte for each of its words, to mark rows that were given up. */
  static int markBytes(int stripeBytes) {
    return stripeBytes / Long.BYTES;
  }

  /** Largest chunk that a total has room for, in bytes: two of them may be sealed at a time. */
  static int maxChunkBytes(long total) {
    return (int)
        Math.min(
            ChunkLayout.MAX_CHUNK_BYTES,
            Long.highestOneBit(total / 8) - ChunkLayout.MAX_HEADER_BYTES);
  }

  /**
   * Bytes of sealed chunks that the raw writer may hold and still be given one more, when the
   * oldest chunk is to give way to new ones: what is left when a chunk of the largest size is being
   * sealed and another is handed over.
   */
  long evictWindowBytes() {
    long largest = Integer.highestOneBit(bodyBytes - 1) * 2L;
    return Math.max(0, sealedBytes / 2 - largest);
  }

  /** Words of one stripe. */
  int stripeWords() {
    return stripeBytes / Long.BYTES;
  }
}
