package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;

/**
 * What the collector's memory is spent on; the one place that divides it. The parts add up to at
 * most the total. Not in it: the texts of symbols, which are the program's own strings a second
 * time, at most {@code Symbol.MAX_SYMBOLS} of them.
 *
 * @param stripeBytes bytes of one large stripe, a power of two
 * @param stripes number of large stripes, one of which is parted into {@link #sharedStripes}
 * @param smallStripes number of small stripes, {@link #smallStripeWords}
 * @param batchWords words of the batch
 * @param bodyBytes bytes of the buffer that bodies are encoded to: the largest chunk
 * @param sealedBytes bytes of the buffers of sealed chunks, from sealing to completion
 */
record MemoryBudget(
    int stripeBytes,
    int stripes,
    int smallStripes,
    int batchWords,
    int bodyBytes,
    long sealedBytes) {
  /** Smallest total, in bytes. */
  static final long MIN_BYTES = 1 << 20;

  /**
   * Largest stripe, in bytes. It outlasts a time slice of some milliseconds in which the pump has
   * no processor, while a thread emits 20 million records/s of 48 bytes.
   */
  static final int MAX_STRIPE_BYTES = 4 << 20;

  /** A smaller one would be full too soon. */
  private static final int MIN_STRIPE_BYTES = 64 << 10;

  /** As short as a stripe can be in which {@link Stripe#longestRow} is that of larger ones. */
  private static final int MIN_SHARED_BYTES = 1 << 20;

  /** Large and small ones together. */
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
    rest -= markBytes(stripeBytes);
    int stripes = (int) Math.min(MAX_STRIPES, rest / stripeBytes);
    int smallStripes = 0;
    if (stripes > 2 && stripes < MAX_STRIPES && smallBytes(stripeBytes) < stripeBytes) {
      stripes = (stripes + 1) / 2;
      rest -= (long) stripes * stripeBytes;
      smallStripes = (int) Math.min(MAX_STRIPES - stripes, rest / smallBytes(stripeBytes));
    }
    return new MemoryBudget(
        stripeBytes, stripes, smallStripes, (int) batchWords, bodyBytes, sealedBytes);
  }

  // Two of the longest rows, so that one always fits, behind the padding before the end.
  private static int smallBytes(int stripeBytes) {
    int longestRow = Stripe.longestRow(stripeBytes / Long.BYTES) * Long.BYTES;
    return Math.max(MIN_STRIPE_BYTES, 2 * longestRow);
  }

  /** Bytes left to the encoder for its columns and tables. */
  static long encoderBytes(long total) {
    return total / 8;
  }

  /** Shared stripes have a byte for each of their words, to mark rows that were given up. */
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

  /** Words of one large stripe. */
  int stripeWords() {
    return stripeBytes / Long.BYTES;
  }

  /** Number of shared stripes, which have the bytes of one large stripe together. */
  int sharedStripes() {
    return Math.max(1, stripeBytes / MIN_SHARED_BYTES);
  }

  /** Words of one small stripe, a power of two. */
  int smallStripeWords() {
    return smallBytes(stripeBytes) / Long.BYTES;
  }
}
