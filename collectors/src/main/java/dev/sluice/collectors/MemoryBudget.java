package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.collectors.ring.Stripe;

/**
 * Division of the collector's memory; the only class that divides it. The parts add up to at most
 * the total. Not included are the texts of symbols, which are copies of the program's own strings,
 * at most {@code Symbol.MAX_SYMBOLS} of them and 8 MiB.
 *
 * @param sharedBytes bytes of the shared stripes together, a power of two
 * @param largeBytes bytes of one large stripe, a power of two
 * @param largeStripes number of large stripes, for the threads that come first
 * @param smallStripes number of small stripes, {@link #smallWords}
 * @param batchWords words of the batch
 * @param bodyBytes bytes of the buffer that bodies are encoded to: the largest chunk
 * @param sealedBytes bytes of the buffers of sealed chunks, from sealing to completion
 */
record MemoryBudget(
    int sharedBytes,
    int largeBytes,
    int largeStripes,
    int smallStripes,
    int batchWords,
    int bodyBytes,
    long sealedBytes) {
  static final int DEFAULT_CHUNK_RECORDS = 1024;
  static final int DEFAULT_CHUNK_BYTES = 900 << 10;

  /** Default memory in bytes, unless the heap is small. */
  static final long DEFAULT_BYTES = 20 << 20;

  /** Minimum memory in bytes. */
  static final long MIN_BYTES = 1 << 20;

  /**
   * Maximum size of a stripe in bytes. It lasts for a time slice of some milliseconds in which the
   * pump has no processor, while a thread emits 20 million records/s of 48 bytes.
   */
  static final int MAX_STRIPE_BYTES = 4 << 20;

  /** Minimum size of a stripe in bytes; a smaller one would be full too soon. */
  private static final int MIN_STRIPE_BYTES = 64 << 10;

  /**
   * Minimum size in bytes of a shared stripe, the shortest in which {@link Stripe#longestRow} is
   * that of larger stripes.
   */
  private static final int MIN_SHARED_BYTES = 1 << 20;

  /** Maximum number of stripes with an owner, large and small ones together. */
  private static final int MAX_OWNED_STRIPES = 63;

  private static final int WORDS_PER_RECORD = 12;

  /** Returns the default memory in bytes: an eighth of the largest heap, within bounds. */
  static long defaultTotal(long maxHeapBytes) {
    long eighth = maxHeapBytes / 8 & -1024;
    return Math.max(MIN_BYTES, Math.min(DEFAULT_BYTES, eighth));
  }

  /** Divides {@code total} bytes for chunks with this number of records and bytes. */
  static MemoryBudget of(long total, int chunkRecords, int chunkBytes) {
    int sharedBytes = (int) Math.min(MAX_STRIPE_BYTES, Long.highestOneBit(total / 16));
    int longestRow = Stripe.longestRow(sharedBytes / Long.BYTES);
    // Room for two of the longest rows, so that the batch never waits for a row that cannot fit.
    long batchWords =
        Math.max(
            2L * longestRow,
            Math.min((long) chunkRecords * WORDS_PER_RECORD, total / 8 / Long.BYTES));
    int bodyBytes = chunkBytes + ChunkLayout.MAX_HEADER_BYTES;
    long sealedBytes = total / 4;
    long rest = total - sealedBytes - encoderBytes(total) - batchWords * Long.BYTES - bodyBytes;
    rest -= sharedBytes + markBytes(sharedBytes);
    // Two at least, because the first thread, that of main, is seldom the busy one.
    long forLarge = rest / 6 * 5;
    int largeBytes = (int) Math.min(MAX_STRIPE_BYTES, Long.highestOneBit(forLarge / 2));
    int large = (int) Math.min(MAX_OWNED_STRIPES, forLarge / largeBytes);
    rest -= (long) large * largeBytes;
    int small = (int) Math.min(MAX_OWNED_STRIPES - large, rest / smallBytes(sharedBytes));
    return new MemoryBudget(
        sharedBytes, largeBytes, large, small, (int) batchWords, bodyBytes, sealedBytes);
  }

  // Two of the longest rows, so that one always fits, behind the padding before the end.
  private static int smallBytes(int sharedBytes) {
    int longestRow = Stripe.longestRow(sharedBytes / Long.BYTES) * Long.BYTES;
    return Math.max(MIN_STRIPE_BYTES, 2 * longestRow);
  }

  /** Returns the bytes left to the encoder for its columns and tables. */
  static long encoderBytes(long total) {
    return total / 8;
  }

  /** Returns the bytes that mark abandoned rows in shared stripes: one for each of their words. */
  static int markBytes(int sharedBytes) {
    return sharedBytes / Long.BYTES;
  }

  /**
   * Returns the maximum size of a chunk in bytes for a memory of {@code total} bytes: two of them
   * may be sealed at a time.
   */
  static int maxChunkBytes(long total) {
    return (int)
        Math.min(
            ChunkLayout.MAX_CHUNK_BYTES,
            Long.highestOneBit(total / 8) - ChunkLayout.MAX_HEADER_BYTES);
  }

  /**
   * Returns the maximum number of bytes of sealed chunks that the raw writer may hold and still be
   * given one more, if the oldest chunk is to give way to new ones: what is left while one chunk of
   * the largest size is sealed and another is delivered.
   */
  long evictWindowBytes() {
    long largest = Integer.highestOneBit(bodyBytes - 1) * 2L;
    return Math.max(0, sealedBytes / 2 - largest);
  }

  /** Returns the number of shared stripes. */
  int sharedStripes() {
    return Math.max(1, sharedBytes / MIN_SHARED_BYTES);
  }

  /** Returns the number of words of one shared stripe. */
  int sharedWords() {
    return sharedBytes / Long.BYTES / sharedStripes();
  }

  /** Returns the number of words of one large stripe. */
  int largeWords() {
    return largeBytes / Long.BYTES;
  }

  /** Returns the number of words of one small stripe, a power of two. */
  int smallWords() {
    return smallBytes(sharedBytes) / Long.BYTES;
  }
}
