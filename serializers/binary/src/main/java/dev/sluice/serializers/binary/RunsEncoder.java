package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;

/**
 * Packing of runs of equal values as two columns, the values and the lengths less one. For one
 * thread; allocates nothing once the choices exist.
 */
final class RunsEncoder implements Packing {
  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;

  private final ColumnEncoder parts = ColumnEncoder.withoutRuns();
  private final long[] values = new long[MAX_VALUES];
  private final long[] lengths = new long[MAX_VALUES];
  private ColumnChoice choice;

  /** Sets the column whose choices for the parts are used until the next call. */
  void choices(ColumnChoice of) {
    choice = of;
  }

  @Override
  public int encode(long[] v, int n, byte[] out, int p) {
    int count = countRuns(v, n);
    if (4 * count > 3 * n) {
      return -1;
    }
    p = Varint.put(out, p, count);
    p = parts.encode(choice.values(), values, count, out, p);
    return parts.encode(choice.lengths(), lengths, count, out, p);
  }

  /** Returns the number of runs, counted without branches, which changes would mispredict. */
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
}
