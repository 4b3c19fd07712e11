package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Encodes columns, each with the predictor and packing that its {@link ColumnChoice} names. A
 * review tries all of them. For one thread; allocates nothing once the choices exist.
 */
final class ColumnEncoder {
  /** Bytes of the longest encoding of a column, and what kernels write behind it. */
  static final int MAX_BYTES = BinaryFormat.PAGE_ROWS * 12;

  /** Longest column for which varints are tried: longer ones are packed as well and faster. */
  private static final int MAX_VARINTS = 48;

  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What a column may be predicted from; the columns belong to the page encoder. */
  private long[][] columns;

  private int[] candidates;
  private int candidateCount;

  private final long[] residual = new long[MAX_VALUES];
  private final byte[] trial = new byte[MAX_BYTES];
  private final FrameEncoder frame = new FrameEncoder();
  private final DictionaryEncoder dictionary = new DictionaryEncoder();

  /** Encodes the parts of runs; null in the encoder of the parts. */
  private final ColumnEncoder parts;

  private final long[] values;
  private final long[] lengths;

  ColumnEncoder() {
    this(new ColumnEncoder(null));
  }

  private ColumnEncoder(ColumnEncoder parts) {
    this.parts = parts;
    this.values = parts == null ? null : new long[MAX_VALUES];
    this.lengths = parts == null ? null : new long[MAX_VALUES];
  }

  /** Names the columns that {@link #encode} may predict from until the next call. */
  void references(long[][] all, int[] indexes, int count) {
    columns = all;
    candidates = indexes;
    candidateCount = count;
  }

  /** Writes {@code x[0..n)}, n at least 1; the result is the index after the column. */
  int encode(ColumnChoice choice, long[] x, int n, byte[] out, int p) {
    if (isConstant(x, n)) {
      out[p] = (byte) BinaryFormat.CONSTANT;
      return Varint.put(out, p + 1, Varint.zigZag(x[0]));
    }
    int end = choice.isDue() ? -1 : write(choice, x, n, out, p);
    if (end < 0 || choice.isWorse(end - p, n)) {
      review(choice, x, n);
      end = write(choice, x, n, out, p);
    }
    return end;
  }

  private void review(ColumnChoice choice, long[] x, int n) {
    choice.forget();
    int best = Integer.MAX_VALUE;
    int bestPredictor = BinaryFormat.NONE;
    int bestReference = 0;
    int bestPacking = BinaryFormat.FRAME;
    for (int i = -2; i < candidateCount; i++) {
      int predictor = i < 0 ? i + 2 : BinaryFormat.REFERENCE;
      int reference = i < 0 ? 0 : candidates[i];
      int head = predict(predictor, reference, x, n, trial, 0);
      long[] v = predictor == BinaryFormat.NONE ? x : residual;
      int m = predictor == BinaryFormat.DELTA ? n - 1 : n;
      for (int packing = BinaryFormat.CONSTANT; packing <= BinaryFormat.VARINT; packing++) {
        int end = worthTrying(packing, m) ? pack(choice, packing, v, m, trial, head) : -1;
        if (end >= 0 && end < best) {
          best = end;
          bestPredictor = predictor;
          bestReference = reference;
          bestPacking = packing;
        }
      }
      choice.forget();
    }
    choice.decide(bestPredictor, bestReference, bestPacking, best, n);
  }

  private static boolean worthTrying(int packing, int m) {
    return packing != BinaryFormat.VARINT || m <= MAX_VARINTS;
  }

  /** Writes the column as chosen; -1 if its packing does not apply. */
  private int write(ColumnChoice choice, long[] x, int n, byte[] out, int p) {
    int predictor = choice.predictor;
    int head = predict(predictor, choice.reference, x, n, out, p);
    out[p] = (byte) (predictor << 4 | choice.packing);
    long[] v = predictor == BinaryFormat.NONE ? x : residual;
    int m = predictor == BinaryFormat.DELTA ? n - 1 : n;
    return pack(choice, choice.packing, v, m, out, head);
  }

  /** Fills {@link #residual} and writes what the predictor needs behind the column's first byte. */
  private int predict(int predictor, int reference, long[] x, int n, byte[] out, int p) {
    if (predictor == BinaryFormat.DELTA) {
      for (int i = 1; i < n; i++) {
        residual[i - 1] = x[i] - x[i - 1];
      }
      return Varint.put(out, p + 1, Varint.zigZag(x[0]));
    }
    if (predictor == BinaryFormat.REFERENCE) {
      long[] y = columns[reference];
      for (int i = 0; i < n; i++) {
        residual[i] = x[i] - y[i];
      }
      out[p + 1] = (byte) reference;
      return p + 2;
    }
    return p + 1;
  }

  private int pack(ColumnChoice choice, int packing, long[] v, int n, byte[] out, int p) {
    return switch (packing) {
      case BinaryFormat.CONSTANT -> constant(v, n, out, p);
      case BinaryFormat.FRAME -> frame.encode(choice, v, n, out, p);
      case BinaryFormat.RUNS -> runs(choice, v, n, out, p);
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

  private int runs(ColumnChoice choice, long[] v, int n, byte[] out, int p) {
    if (parts == null) {
      return -1;
    }
    int count = countRuns(v, n);
    if (count * 2 > n) {
      return -1;
    }
    p = Varint.put(out, p, count);
    p = parts.encode(choice.values(), values, count, out, p);
    return parts.encode(choice.lengths(), lengths, count, out, p);
  }

  private int countRuns(long[] v, int n) {
    int count = 0;
    int start = 0;
    for (int i = 1; i < n; i++) {
      if (v[i] != v[i - 1]) {
        values[count] = v[start];
        lengths[count++] = i - start - 1;
        start = i;
      }
    }
    values[count] = v[start];
    lengths[count++] = n - start - 1;
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
