package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Encoder of columns, each with the predictor and packing of its {@link ColumnChoice}. A review
 * finds the best ones. For one thread; allocates nothing once the choices exist.
 */
final class ColumnEncoder {
  /** Maximum number of bytes of a column's encoding, with those that kernels write after it. */
  static final int MAX_BYTES = BinaryFormat.PAGE_ROWS * 12;

  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ColumnReview review;
  private final byte[] trialBytes = new byte[MAX_BYTES];
  private final long[] residual = new long[MAX_VALUES];
  private final Predictors predictors = new Predictors();

  /** Packings by their number in the format. */
  private final Packing[] packings;

  /** Encoder of runs; null in the encoder of the parts of runs. */
  private final RunsEncoder runs;

  /** Columns from which a column may be predicted; they belong to the page encoder. */
  private long[][] columns;

  private ColumnEncoder(RunsEncoder runs) {
    FrameEncoder frame = new FrameEncoder();
    this.runs = runs;
    this.packings =
        new Packing[] {
          ColumnEncoder::constant,
          frame,
          runs != null ? runs : (v, n, out, p) -> -1,
          new DictionaryEncoder(),
          ColumnEncoder::raw,
          ColumnEncoder::varints
        };
    this.review = new ColumnReview(packings, frame, predictors);
  }

  static ColumnEncoder withRuns() {
    return new ColumnEncoder(new RunsEncoder());
  }

  /** Returns an encoder for the parts of runs, which are not divided again. */
  static ColumnEncoder withoutRuns() {
    return new ColumnEncoder(null);
  }

  /**
   * Sets the columns from which {@link #encode} may predict until the next call.
   *
   * @param constant the columns that are not worth it
   * @param references fields whose difference may be small
   * @param keys fields whose strings may part a column into smoother ones
   * @param maxKey greatest id of their strings
   */
  void candidates(long[][] all, boolean[] constant, int[] references, int[] keys, int maxKey) {
    columns = all;
    predictors.reserve(maxKey);
    review.candidates(all, constant, references, keys);
  }

  /** Writes {@code x[0..n)}, n at least 1; returns the index after the column. */
  int encode(ColumnChoice choice, long[] x, int n, byte[] out, int p) {
    if (isConstant(x, n)) {
      out[p] = (byte) BinaryFormat.CONSTANT;
      return Varint.put(out, p + 1, Varint.zigZag(x[0]));
    }
    if (runs != null) {
      runs.choices(choice);
    }
    int end = write(choice.encoding, x, n, out, p);
    boolean due = choice.isDue(n);
    return end < 0 || due || choice.isSurprised(end - p, n)
        ? review(choice, x, n, out, p, end)
        : end;
  }

  /**
   * Looks for an encoding that is smaller than the column as chosen, which ends at {@code end};
   * returns -1 if there is none.
   */
  private int review(ColumnChoice choice, long[] x, int n, byte[] out, int p, int end) {
    int chosen = end < 0 ? Integer.MAX_VALUE : end - p;
    int found = review.review(x, n, choice.encoding);
    int best = choice.encoding;
    if (end < 0) {
      // The packing of last resort applies to everything.
      best = found & ~0xf | BinaryFormat.FRAME;
      end = write(best, x, n, out, p);
    }
    boolean dictionary = review.isDictionaryWorthTrying();
    boolean isDictionary = best == (found & ~0xf | BinaryFormat.DICTIONARY);
    for (int i = dictionary && isDictionary ? 1 : 0; i <= (dictionary ? 1 : 0); i++) {
      int trial = i == 0 ? found : found & ~0xf | BinaryFormat.DICTIONARY;
      int length = trial == best ? -1 : write(trial, x, n, trialBytes, 0);
      if (length >= 0 && length < end - p) {
        System.arraycopy(trialBytes, 0, out, p, length);
        end = p + length;
        best = trial;
      }
    }
    choice.decide(best, chosen, end - p, n);
    return end;
  }

  /** Writes the column with an encoding; returns -1 if its packing does not apply. */
  private int write(int encoding, long[] x, int n, byte[] out, int p) {
    int predictor = encoding >>> 4 & 0xf;
    int field = encoding >>> 8;
    long[] v = x;
    int head = p + 1;
    if (predictor != BinaryFormat.NONE) {
      v = residual;
      long[] other = predictor == BinaryFormat.DELTA ? null : columns[field];
      predictors.subtract(predictor, x, other, 0, n, residual);
      if (other != null) {
        out[head++] = (byte) field;
      }
      if (predictor != BinaryFormat.REFERENCE) {
        head = Varint.put(out, head, Varint.zigZag(x[0]));
      }
    }
    int m = BinaryFormat.packed(predictor, n);
    boolean single = (encoding & 0xf) == BinaryFormat.RUNS && isConstant(v, m);
    int packing = single ? BinaryFormat.CONSTANT : encoding & 0xf;
    out[p] = (byte) (predictor << 4 | packing);
    return packings[packing].encode(v, m, out, head);
  }

  private static int constant(long[] v, int n, byte[] out, int p) {
    return isConstant(v, n) ? Varint.put(out, p, Varint.zigZag(v[0])) : -1;
  }

  private static boolean isConstant(long[] v, int n) {
    long first = v[0];
    int i = 1;
    while (i < n && v[i] == first) {
      i++;
    }
    return i >= n;
  }

  private static int raw(long[] v, int n, byte[] out, int p) {
    for (int i = 0; i < n; i++) {
      LONG.set(out, p + (i << 3), v[i]);
    }
    return p + (n << 3);
  }

  private static int varints(long[] v, int n, byte[] out, int p) {
    for (int i = 0; i < n; i++) {
      p = Varint.put(out, p, Varint.zigZag(v[i]));
    }
    return p;
  }
}
