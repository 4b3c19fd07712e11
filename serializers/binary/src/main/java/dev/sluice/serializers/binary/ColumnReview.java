package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/**
 * Finds the predictor and packing that leave the fewest bits of a column, by writing neighbouring
 * rows in its middle. For one thread; allocates nothing.
 */
final class ColumnReview {
  /** Number of rows of a sample. */
  private static final int SAMPLE = 128;

  /**
   * Number of rows before the sample from which each predictor learns, by its number in the format.
   */
  private static final int[] LEARNED = {0, 1, 0, 128};

  /** Maximum number of values of a sample with the rows before it. */
  private static final int MAX_SAMPLE = 256;

  /** Number of bits of a run's length, in a comparison of runs with frames. */
  private static final int LENGTH_BITS = 3;

  /**
   * Maximum length of a column for which varints are tried: longer ones are packed as well and
   * faster.
   */
  private static final int MAX_VARINTS = 48;

  /**
   * Minimum length of a column for which runs are tried: their two parts have heads of their own.
   */
  private static final int MIN_RUNS = 32;

  /** Number of bits of a hash that distinguishes values of the sample. */
  private static final int SEEN_BITS = 8;

  /** Number of bits of a share that another encoding must save: 2 to the power of minus this. */
  private static final int FAVOUR_BITS = 6;

  /** Reference of predictors that need no other field. */
  private static final int[] ITSELF = {0};

  private final Packing[] packings;
  private final FrameEncoder frame;
  private final Predictors predictors;
  private long[] sample = new long[MAX_SAMPLE + BinaryFormat.SLACK];
  private final byte[] written = new byte[(SAMPLE + 1) * 12 + BinaryFormat.SLACK * Long.BYTES];
  private final long[] seen = new long[1 << SEEN_BITS - 6];
  private long[][] columns;
  private boolean[] constant;

  /** Fields that each predictor may use, by its number in the format. */
  private final int[][] fields = {ITSELF, ITSELF, PageEncoder.NO_FIELDS, PageEncoder.NO_FIELDS};

  private int rows;

  /** The current predictor with its field. */
  private int favourite;

  /** The best encoding so far, as {@link BinaryFormat#encoding} numbers it, and its bits. */
  private int best;

  private int bits;
  private long[] bestSample = new long[MAX_SAMPLE + BinaryFormat.SLACK];
  private int bestCount;

  /** Number of bits of the current sample in its best packing. */
  private int least;

  ColumnReview(Packing[] packings, FrameEncoder frame, Predictors predictors) {
    this.packings = packings;
    this.frame = frame;
    this.predictors = predictors;
  }

  void candidates(long[][] all, boolean[] newConstant, int[] references, int[] keys) {
    columns = all;
    constant = newConstant;
    fields[BinaryFormat.REFERENCE] = references;
    fields[BinaryFormat.KEYED] = keys;
  }

  /**
   * Returns the best encoding of {@code x[0..n)}, whose values differ; it has the predictor of
   * {@code current} unless another one is clearly better, because trying it takes as long as a
   * page.
   */
  int review(long[] x, int n, int current) {
    rows = n;
    favourite = current >> 4;
    bits = Integer.MAX_VALUE;
    int count = Math.min(n, SAMPLE);
    int from = n - count >>> 1;
    for (int predictor = BinaryFormat.NONE; predictor <= BinaryFormat.KEYED; predictor++) {
      for (int field : fields[predictor]) {
        if (isCandidate(predictor, field)) {
          consider(predictor, field, x, from, count);
        }
      }
    }
    return best;
  }

  private boolean isCandidate(int predictor, int field) {
    return switch (predictor) {
      case BinaryFormat.NONE -> true;
      case BinaryFormat.DELTA -> rows > 1;
      case BinaryFormat.REFERENCE -> !constant[field];
      default -> rows > 2 && !constant[field];
    };
  }

  private void consider(int predictor, int field, long[] x, int from, int count) {
    int before = Math.min(from, LEARNED[predictor]);
    long[] other = predictor < BinaryFormat.REFERENCE ? null : columns[field];
    int left = predictors.subtract(predictor, x, other, from - before, count + before, sample);
    int n = Math.min(count, left);
    System.arraycopy(sample, left - n, sample, 0, n);
    int head = predictor < BinaryFormat.REFERENCE ? 0 : Byte.SIZE;
    if (predictor == BinaryFormat.DELTA || predictor == BinaryFormat.KEYED) {
      head += from == 0 ? Byte.SIZE * Varint.size(Varint.zigZag(x[0])) : 0;
    }
    int packing = pack(n);
    int total = head + least;
    if (BinaryFormat.encoding(predictor, field, 0) >> 4 == favourite) {
      total -= total >> FAVOUR_BITS;
    }
    if (total < bits) {
      bits = total;
      best = BinaryFormat.encoding(predictor, field, packing);
      long[] spare = bestSample;
      bestSample = sample;
      bestCount = n;
      sample = spare;
    }
  }

  /** Finds the packing that leaves the fewest bits of the sample, {@link #least}. */
  private int pack(int n) {
    least = frame.measure(sample, n);
    int runs = runs(n);
    int packing = BinaryFormat.FRAME;
    if (rows <= MAX_VARINTS) {
      int varints = Byte.SIZE * packings[BinaryFormat.VARINT].encode(sample, n, written, 0);
      packing = varints < least ? BinaryFormat.VARINT : packing;
      least = Math.min(least, varints);
    }
    packing = n * Long.SIZE < least ? BinaryFormat.RAW : packing;
    least = Math.min(least, n * Long.SIZE);
    packing = runs < least ? BinaryFormat.RUNS : packing;
    least = Math.min(least, runs);
    return packing;
  }

  /** Returns about how many bits runs take. */
  private int runs(int n) {
    int changes = 0;
    for (int i = 1; i < n; i++) {
      changes += sample[i] == sample[i - 1] ? 0 : 1;
    }
    boolean few = changes == 0 || rows >= MIN_RUNS && 4 * changes < 3 * n;
    return few ? changes * (least / n + LENGTH_BITS) : Integer.MAX_VALUE;
  }

  /** Returns whether the values have so few different ones that a dictionary is worth writing. */
  boolean isDictionaryWorthTrying() {
    int n = bestCount;
    Arrays.fill(seen, 0);
    for (int i = 0; i < n; i++) {
      int hash = (int) (bestSample[i] * 0x9e37_79b9_7f4a_7c15L >>> 64 - SEEN_BITS);
      seen[hash >>> 6] |= 1L << hash;
    }
    int different = 0;
    for (long word : seen) {
      different += Long.bitCount(word);
    }
    // Twice as many in the whole column: what it is more will show when it is written.
    int width = BinaryFormat.indexWidth(2 * different);
    int entries = rows > SAMPLE ? 0 : different * (bits / n + 2);
    return 4 * different < 3 * n && width * n + entries < bits - (bits >> 4);
  }
}
