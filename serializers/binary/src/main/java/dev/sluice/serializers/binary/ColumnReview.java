package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/**
 * Estimates which predictor and packing leave the fewest bits of a column, by looking at
 * neighbouring rows in its middle. For one thread; allocates nothing.
 */
final class ColumnReview {
  /** Rows looked at. */
  private static final int SAMPLE = 128;

  /** Rows before them from which a keyed predictor learns. */
  private static final int LEARNED = 128;

  /** Bits of a run's length, when runs are weighed against frames. */
  private static final int LENGTH_BITS = 3;

  /** Longest column for which varints are tried: longer ones are packed as well and faster. */
  private static final int MAX_VARINTS = 48;

  /** Shorter columns do without runs, whose two parts have heads of their own. */
  private static final int MIN_RUNS = 32;

  /** Values of a hash that tells different values of the sample apart. */
  private static final int SEEN_BITS = 8;

  /** For predictors that need no other field. */
  private static final int[] ITSELF = {0};

  private final FrameEncoder frame;
  private final KeyedPredictor keyed;
  private final long[] sample = new long[SAMPLE + LEARNED];
  private final long[] best = new long[SAMPLE];
  private final long[] seen = new long[1 << SEEN_BITS - 6];

  private long[][] columns;
  private boolean[] constant;

  /** What the predictors, by their number in the format, may be given. */
  private final int[][] fields = {ITSELF, ITSELF, PageEncoder.NO_FIELDS, PageEncoder.NO_FIELDS};

  private long[] x;
  private int rows;
  private int from;
  private int count;
  private int packed;

  /** The best encoding so far, and the best with another predictor. */
  private final Encoding[] found = {new Encoding(), new Encoding(), new Encoding()};

  private final Encoding first = found[0];
  private final Encoding second = new Encoding();
  private final Encoding noted = new Encoding();
  private int trials;

  ColumnReview(FrameEncoder frame, KeyedPredictor keyed) {
    this.frame = frame;
    this.keyed = keyed;
  }

  void candidates(long[][] all, boolean[] newConstant, int[] references, int[] keys) {
    columns = all;
    constant = newConstant;
    fields[BinaryFormat.REFERENCE] = references;
    fields[BinaryFormat.KEYED] = keys;
  }

  /** How many of {@link #trial} are worth writing: the last looks alone do not tell them apart. */
  int trials() {
    return trials;
  }

  /** An encoding found, the most promising first. */
  Encoding trial(int index) {
    return found[index];
  }

  /** Looks at {@code column[0..n)}, whose values differ. */
  void review(long[] column, int n) {
    x = column;
    rows = n;
    count = Math.min(n, SAMPLE);
    from = n - count >>> 1;
    first.bits = Integer.MAX_VALUE;
    second.bits = Integer.MAX_VALUE;
    // One place that calls all that is done for a candidate, so that it is compiled once.
    for (int predictor = BinaryFormat.NONE; predictor <= BinaryFormat.KEYED; predictor++) {
      for (int field : fields[predictor]) {
        if (isCandidate(predictor, field)) {
          consider(predictor, field);
        }
      }
    }
    trials = 1;
    if (isDictionaryWorthTrying()) {
      found[trials++].set(first.predictor, first.reference, BinaryFormat.DICTIONARY, first.bits);
    }
    if (count < n && second.bits - (second.bits >> 4) < first.bits) {
      found[trials++].set(second);
    }
  }

  private boolean isCandidate(int predictor, int field) {
    return switch (predictor) {
      case BinaryFormat.NONE -> true;
      case BinaryFormat.DELTA -> rows > 1;
      case BinaryFormat.REFERENCE -> !constant[field];
      default -> rows > 2 && !constant[field];
    };
  }

  /** Fills the sample with what the predictor leaves; the result is how many values that is. */
  private int predict(int predictor, int field) {
    return switch (predictor) {
      case BinaryFormat.NONE -> {
        System.arraycopy(x, from, sample, 0, count);
        yield count;
      }
      case BinaryFormat.DELTA -> delta();
      case BinaryFormat.REFERENCE -> difference(columns[field]);
      default -> keyed(columns[field]);
    };
  }

  private int delta() {
    int start = Math.max(1, from);
    int n = from + count - start;
    for (int i = 0; i < n; i++) {
      sample[i] = x[start + i] - x[start + i - 1];
    }
    return n;
  }

  private int difference(long[] y) {
    for (int i = 0; i < count; i++) {
      sample[i] = x[from + i] - y[from + i];
    }
    return count;
  }

  private int keyed(long[] key) {
    int learned = Math.min(LEARNED, from);
    keyed.subtract(x, key, from - learned, count + learned, sample);
    int skipped = Math.max(0, learned - 1);
    int n = count + learned - 1 - skipped;
    System.arraycopy(sample, skipped, sample, 0, n);
    return n;
  }

  /** Bits of what a predictor needs before the values it leaves. */
  private int headBits(int predictor) {
    int first = from == 0 ? 8 * Varint.size(Varint.zigZag(x[0])) : 0;
    return switch (predictor) {
      case BinaryFormat.NONE -> 0;
      case BinaryFormat.DELTA -> first;
      case BinaryFormat.REFERENCE -> 8;
      default -> 8 + first;
    };
  }

  private void consider(int predictor, int field) {
    int n = predict(predictor, field);
    int more = headBits(predictor);
    int framed = more + frame.estimate(sample, n);
    note(predictor, field, BinaryFormat.FRAME, framed, n);
    if (n <= MAX_VARINTS && rows <= MAX_VARINTS + 1) {
      note(predictor, field, BinaryFormat.VARINT, more + varints(n), n);
    }
    note(predictor, field, BinaryFormat.RAW, more + n * Long.SIZE, n);
    int changes = changes(n);
    if (changes == 0) {
      note(predictor, field, BinaryFormat.RUNS, more, n);
    } else if (rows >= MIN_RUNS && 4 * changes < 3 * n) {
      int runs = changes * (framed / n + LENGTH_BITS);
      note(predictor, field, BinaryFormat.RUNS, more + runs, n);
    }
  }

  private void note(int predictor, int field, int packing, int bits, int n) {
    noted.set(predictor, field, packing, bits);
    if (bits < first.bits) {
      if (!noted.hasPredictorOf(first)) {
        second.set(first);
      }
      first.set(noted);
      packed = n;
      System.arraycopy(sample, 0, best, 0, n);
    } else if (bits < second.bits && !noted.hasPredictorOf(first)) {
      second.set(noted);
    }
  }

  private int changes(int n) {
    int changes = 0;
    for (int i = 1; i < n; i++) {
      changes += sample[i] == sample[i - 1] ? 0 : 1;
    }
    return changes;
  }

  private int varints(int n) {
    int bytes = 0;
    for (int i = 0; i < n; i++) {
      bytes += Varint.size(Varint.zigZag(sample[i]));
    }
    return 8 * bytes;
  }

  /** Whether the sample has so few different values that their list pays in the whole column. */
  private boolean isDictionaryWorthTrying() {
    Arrays.fill(seen, 0);
    for (int i = 0; i < packed; i++) {
      int hash = (int) (best[i] * 0x9e37_79b9_7f4a_7c15L >>> 64 - SEEN_BITS);
      seen[hash >>> 6] |= 1L << hash;
    }
    int different = 0;
    for (long word : seen) {
      different += Long.bitCount(word);
    }
    // Twice as many in the whole column: what it is more will show when it is written.
    int width = BinaryFormat.indexWidth(2 * different);
    int entries = rows > SAMPLE ? 0 : different * (first.bits / packed + 2);
    return 4 * different < 3 * packed && width * packed + entries < first.bits - (first.bits >> 4);
  }
}
