package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/** Encoder of columns. For one thread; allocates nothing once it has grown. */
final class ColumnEncoder {
  /** Number of steps from which the middle is estimated. */
  private static final int SAMPLE = 31;

  /** Spread from which varints of the steps may be longer than 8 bytes. */
  private static final long WIDE = 1L << 54;

  private static final int[] NO_REFERENCES = {};

  private final long[] sample = new long[SAMPLE];
  private final WireWriter out;
  private long[] items = new long[0];
  private int[] runs = new int[0];

  // The column at hand: its steps as they will be written.
  private long start;
  private long base;
  private int count;
  private boolean inRuns;
  private boolean asWords;

  ColumnEncoder(WireWriter out) {
    this.out = out;
  }

  /** Encodes a column that refers to no other column. */
  void encode(ColumnPlan plan, long[] values, int n) {
    encode(plan, values, n, null, NO_REFERENCES);
  }

  /**
   * Writes the fields of a column.
   *
   * @param columns the columns of the type by field
   * @param references fields that the column may refer to
   */
  void encode(ColumnPlan plan, long[] values, int n, long[][] columns, int[] references) {
    if (items.length < n) {
      items = new long[Math.max(n, 2 * items.length)];
      runs = new int[items.length];
    }
    if (plan.isDue()) {
      choose(plan, values, n, columns, references);
    }
    prepare(plan.predictor, plan.reference, values, n, columns);
    int from = out.position();
    write(plan);
    plan.check(out.position() - from, n);
  }

  private void choose(ColumnPlan plan, long[] values, int n, long[][] columns, int[] references) {
    int predictor = ProtobufFormat.NONE;
    int reference = 0;
    prepare(predictor, reference, values, n, columns);
    long least = bytes();
    prepare(ProtobufFormat.DELTA, 0, values, n, columns);
    if (bytes() < least) {
      predictor = ProtobufFormat.DELTA;
      least = bytes();
    }
    for (int field : references) {
      prepare(ProtobufFormat.REFERENCE, field, values, n, columns);
      if (bytes() < least) {
        predictor = ProtobufFormat.REFERENCE;
        reference = field;
        least = bytes();
      }
    }
    plan.decide(predictor, reference, least, n);
  }

  /** Finds steps, runs and base. */
  private void prepare(int predictor, int reference, long[] values, int n, long[][] columns) {
    start = 0;
    switch (predictor) {
      case ProtobufFormat.DELTA -> deltas(values, n);
      case ProtobufFormat.REFERENCE -> differences(values, columns[reference], n);
      default -> System.arraycopy(values, 0, items, 0, n);
    }
    findRuns(n);
    base = 0;
    asWords = false;
    if (count == 1) {
      // A constant is a base without items.
      base = items[0];
      count = 0;
      inRuns = false;
    } else {
      findBase();
    }
  }

  private void deltas(long[] values, int n) {
    // As if the second step came twice, so that an even rise is one run.
    long first = n > 1 ? values[1] - values[0] : 0;
    start = values[0] - first;
    long last = start;
    for (int i = 0; i < n; i++) {
      items[i] = values[i] - last;
      last = values[i];
    }
  }

  private void differences(long[] values, long[] others, int n) {
    for (int i = 0; i < n; i++) {
      items[i] = values[i] - others[i];
    }
  }

  /** Turns the steps into runs if there are few. */
  private void findRuns(int n) {
    int changes = 0;
    for (int i = 1; i < n; i++) {
      changes += items[i] == items[i - 1] ? 0 : 1;
    }
    count = n;
    inRuns = 2 * (changes + 1) < n || changes == 0;
    if (inRuns) {
      toRuns(n);
    }
  }

  private void toRuns(int n) {
    count = 0;
    int from = 0;
    for (int i = 1; i <= n; i++) {
      if (i == n || items[i] != items[from]) {
        runs[count] = i - from;
        items[count++] = items[from];
        // What was overwritten lies before i, and is not looked at again.
        from = i;
      }
    }
  }

  /** Finds the base from which most items have short varints, and whether varints pay. */
  private void findBase() {
    long least = items[0];
    long most = least;
    for (int i = 1; i < count; i++) {
      least = Math.min(least, items[i]);
      most = Math.max(most, items[i]);
    }
    long spread = most - least;
    if (least >= -64 && most < 64) {
      return;
    }
    base = spread >= 0 && spread < 128 ? least + 64 : middle();
    if (spread < 0 || spread >= WIDE) {
      asWords = varintBytes() > 8L * count;
      base = asWords ? 0 : base;
    }
  }

  private long middle() {
    int size = Math.min(SAMPLE, count);
    for (int i = 0; i < size; i++) {
      sample[i] = items[(int) ((long) i * count / size)];
    }
    Arrays.sort(sample, 0, size);
    return sample[size / 2];
  }

  private long varintBytes() {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += Varint.size(Varint.zigZag(items[i] - base));
    }
    return bytes;
  }

  /** Returns about how many bytes the current column takes. */
  private long bytes() {
    long bytes = asWords ? 8L * count : varintBytes();
    for (int i = 0; inRuns && i < count; i++) {
      bytes += Varint.size(runs[i]);
    }
    return bytes + size(start) + size(base) + (inRuns ? 4 : 2);
  }

  private static int size(long value) {
    return value == 0 ? 0 : 1 + Varint.size(Varint.zigZag(value));
  }

  private void write(ColumnPlan plan) {
    out.number(ProtobufFormat.COLUMN_PREDICTOR, plan.predictor);
    out.number(ProtobufFormat.COLUMN_REFERENCE, plan.reference);
    out.signed(ProtobufFormat.COLUMN_START, start);
    out.signed(ProtobufFormat.COLUMN_BASE, base);
    if (asWords) {
      out.packedWords(ProtobufFormat.COLUMN_WORDS, items, count);
    } else if (count > 0) {
      out.packedSigned(ProtobufFormat.COLUMN_VALUES, items, count, base);
    }
    if (inRuns) {
      out.packed(ProtobufFormat.COLUMN_RUNS, runs, count);
    }
  }
}
