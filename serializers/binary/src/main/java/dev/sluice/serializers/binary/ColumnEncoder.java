package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Encodes columns, each with the predictor and packing that its {@link ColumnChoice} names. A
 * review estimates what each would take. For one thread; allocates nothing once the choices exist.
 */
final class ColumnEncoder {
  /** Bytes of the longest encoding of a column, and what kernels write behind it. */
  static final int MAX_BYTES = BinaryFormat.PAGE_ROWS * 12;

  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ColumnReview review;
  private final byte[] trial = new byte[MAX_BYTES];
  private final long[] residual = new long[MAX_VALUES];
  private final FrameEncoder frame = new FrameEncoder();
  private final DictionaryEncoder dictionary = new DictionaryEncoder();
  private final KeyedPredictor keyed = new KeyedPredictor();

  /** What a column may be predicted from; the columns belong to the page encoder. */
  private long[][] columns;

  /** Encodes the parts of runs; null in the encoder of the parts. */
  private final ColumnEncoder parts;

  /** Knows the choices for the parts. */
  private ColumnChoice runs;

  private final long[] values;
  private final long[] lengths;

  ColumnEncoder() {
    this(new ColumnEncoder(null));
  }

  private ColumnEncoder(ColumnEncoder parts) {
    this.parts = parts;
    this.values = parts == null ? null : new long[MAX_VALUES];
    this.lengths = parts == null ? null : new long[MAX_VALUES];
    this.review = new ColumnReview(frame, keyed);
  }

  /**
   * Names what {@link #encode} may predict from until the next call.
   *
   * @param constant the columns that are not worth it
   * @param references fields whose difference may be small
   * @param keys fields whose strings may part a column into smoother ones
   */
  void candidates(long[][] all, boolean[] constant, int[] references, int[] keys) {
    columns = all;
    review.candidates(all, constant, references, keys);
  }

  /** Writes {@code x[0..n)}, n at least 1; the result is the index after the column. */
  int encode(ColumnChoice choice, long[] x, int n, byte[] out, int p) {
    if (isConstant(x, n)) {
      out[p] = (byte) BinaryFormat.CONSTANT;
      return Varint.put(out, p + 1, Varint.zigZag(x[0]));
    }
    runs = choice;
    if (choice.isDue(n)) {
      return review(choice, x, n, out, p);
    }
    int end = write(choice.encoding, x, n, out, p);
    if (end < 0 || choice.isSurprised(end - p, n)) {
      return review(choice, x, n, out, p);
    }
    return end;
  }

  private int review(ColumnChoice choice, long[] x, int n, byte[] out, int p) {
    review.review(x, n);
    Encoding best = review.trial(0);
    int end = write(best, x, n, out, p);
    for (int i = 1; i < review.trials(); i++) {
      int length = write(review.trial(i), x, n, trial, 0);
      if (length >= 0 && (end < 0 || length < end - p)) {
        System.arraycopy(trial, 0, out, p, length);
        end = p + length;
        best = review.trial(i);
      }
    }
    if (end < 0) {
      // The packing of last resort applies to everything.
      best.packing = BinaryFormat.FRAME;
      end = write(best, x, n, out, p);
    }
    choice.decide(best, end - p, n);
    return end;
  }

  /** How many values a predictor leaves to be packed. */
  private static int packed(int predictor, int n) {
    return predictor == BinaryFormat.DELTA || predictor == BinaryFormat.KEYED ? n - 1 : n;
  }

  /** Writes the column as chosen; -1 if its packing does not apply. */
  private int write(Encoding encoding, long[] x, int n, byte[] out, int p) {
    int predictor = encoding.predictor;
    int head = predict(predictor, encoding.reference, x, n, out, p);
    long[] v = predictor == BinaryFormat.NONE ? x : residual;
    int m = packed(predictor, n);
    boolean single = encoding.packing == BinaryFormat.RUNS && isConstant(v, m);
    int packing = single ? BinaryFormat.CONSTANT : encoding.packing;
    out[p] = (byte) (predictor << 4 | packing);
    return pack(packing, v, m, out, head);
  }

  /** Fills {@link #residual} and writes what the predictor needs behind the column's first byte. */
  private int predict(int predictor, int reference, long[] x, int n, byte[] out, int p) {
    return switch (predictor) {
      case BinaryFormat.DELTA -> {
        delta(x, n);
        yield Varint.put(out, p + 1, Varint.zigZag(x[0]));
      }
      case BinaryFormat.REFERENCE -> {
        difference(x, columns[reference], n);
        out[p + 1] = (byte) reference;
        yield p + 2;
      }
      case BinaryFormat.KEYED -> {
        keyed.subtract(x, columns[reference], 0, n, residual);
        out[p + 1] = (byte) reference;
        yield Varint.put(out, p + 2, Varint.zigZag(x[0]));
      }
      default -> p + 1;
    };
  }

  private void delta(long[] x, int n) {
    for (int i = 1; i < n; i++) {
      residual[i - 1] = x[i] - x[i - 1];
    }
  }

  private void difference(long[] x, long[] y, int n) {
    for (int i = 0; i < n; i++) {
      residual[i] = x[i] - y[i];
    }
  }

  private int pack(int packing, long[] v, int n, byte[] out, int p) {
    return switch (packing) {
      case BinaryFormat.CONSTANT -> constant(v, n, out, p);
      case BinaryFormat.FRAME -> frame.encode(v, n, out, p);
      case BinaryFormat.RUNS -> runs(v, n, out, p);
      case BinaryFormat.DICTIONARY -> dictionary.encode(v, n, out, p);
      case BinaryFormat.RAW -> raw(v, n, out, p);
      default -> varints(v, n, out, p);
    };
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

  private int runs(long[] v, int n, byte[] out, int p) {
    if (parts == null) {
      return -1;
    }
    int count = countRuns(v, n);
    if (4 * count > 3 * n) {
      return -1;
    }
    p = Varint.put(out, p, count);
    p = parts.encode(runs.values(), values, count, out, p);
    return parts.encode(runs.lengths(), lengths, count, out, p);
  }

  /** Without branches, which changes would mispredict: each value is put where its run's is. */
  private int countRuns(long[] v, int n) {
    int count = 0;
    for (int i = 0; i < n - 1; i++) {
      values[count] = v[i];
      lengths[count] = i;
      long change = v[i] ^ v[i + 1];
      count += (int) ((change | -change) >>> 63);
    }
    values[count] = v[n - 1];
    lengths[count++] = n - 1;
    // From places of last values to lengths less one.
    for (int i = count - 1; i > 0; i--) {
      lengths[i] -= lengths[i - 1] + 1;
    }
    return count;
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
