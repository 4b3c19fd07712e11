package dev.sluice.tools.parquet;

/**
 * Parquet's packed forms of integers
 * (https://parquet.apache.org/docs/file-format/data-pages/encodings/). For one thread.
 */
final class Encodings {
  private static final int BLOCK = 128;
  private static final int MINI = 32;
  private static final int GROUP = 8;

  private final long[] deltas = new long[BLOCK];

  /**
   * DELTA_BINARY_PACKED: differences to the value before, packed by 32 with as many bits as the
   * greatest needs.
   *
   * @param narrow whether the column has 32 bits, so that differences wrap there
   */
  void delta(long[] values, int count, boolean narrow, Bytes out) {
    out.varint(BLOCK).varint(BLOCK / MINI).varint(count).zigzag(count == 0 ? 0 : values[0]);
    for (int from = 1; from < count; from += BLOCK) {
      int more = Math.min(BLOCK, count - from);
      long least = Long.MAX_VALUE;
      for (int i = 0; i < more; i++) {
        long delta = values[from + i] - values[from + i - 1];
        deltas[i] = narrow ? (int) delta : delta;
        least = Math.min(least, deltas[i]);
      }
      block(more, least, out);
    }
  }

  private void block(int count, long least, Bytes out) {
    out.zigzag(least);
    int[] widths = new int[BLOCK / MINI];
    for (int mini = 0; mini < widths.length; mini++) {
      long all = 0;
      for (int i = mini * MINI; i < (mini + 1) * MINI; i++) {
        deltas[i] = i < count ? deltas[i] - least : 0;
        all |= deltas[i];
      }
      widths[mini] = Long.SIZE - Long.numberOfLeadingZeros(all);
      out.put(widths[mini]);
    }
    for (int mini = 0; mini * MINI < count; mini++) {
      out.packed(deltas, mini * MINI, MINI, widths[mini]);
    }
  }

  /** The hybrid of runs and packed groups of eight, for values of that many bits. */
  void hybrid(long[] values, int count, int width, Bytes out) {
    int packed = 0; // where the values begin that are to be packed
    int at = 0;
    while (at < count) {
      int end = at + 1;
      while (end < count && values[end] == values[at]) {
        end++;
      }
      int fill = (GROUP - (at - packed) % GROUP) % GROUP;
      if (end - at - fill >= GROUP) {
        pack(values, packed, at + fill, width, out);
        out.varint((long) (end - at - fill) << 1).little(values[at], (width + 7) / 8);
        packed = end;
      }
      at = end;
    }
    pack(values, packed, count, width, out);
  }

  private static void pack(long[] values, int from, int to, int width, Bytes out) {
    if (from == to) {
      return;
    }
    int groups = (to - from + GROUP - 1) / GROUP;
    out.varint((long) groups << 1 | 1);
    int before = out.size();
    out.packed(values, from, to - from, width);
    while (out.size() < before + groups * width) {
      out.put(0); // the values that fill the last group
    }
  }
}
