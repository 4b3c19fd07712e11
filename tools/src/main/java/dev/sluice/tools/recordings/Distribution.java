package dev.sluice.tools.recordings;

import java.io.PrintStream;
import java.util.Arrays;

/** Figures of which minimum, quantiles, maximum and mean are asked. */
public final class Distribution {
  private long[] values = new long[1024];
  private int count;

  /** Counts a value, which is not negative. */
  public void add(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, count * 2);
    }
    values[count++] = value;
  }

  /** Returns the sum of all values. */
  public long sum() {
    return Arrays.stream(values, 0, count).sum();
  }

  /** Prints a table of chunks; at least one must be there. */
  public static void print(String of, Distribution records, Distribution bytes, PrintStream out) {
    Table table = new Table(of, ">min", ">median", ">90 %", ">99 %", ">max", ">mean");
    table.row(records.cells("records"));
    table.row(bytes.cells("bytes"));
    table.print(out, "  ");
  }

  private String[] cells(String name) {
    sort();
    return new String[] {
      name,
      Figures.count(values[0]),
      Figures.count(quantile(0.5)),
      Figures.count(quantile(0.9)),
      Figures.count(quantile(0.99)),
      Figures.count(values[count - 1]),
      Figures.count(Math.round((double) sum() / count))
    };
  }

  private void sort() {
    Arrays.sort(values, 0, count);
  }

  /** Returns the value that half of all are not above. At least one value must be there. */
  public long median() {
    sort();
    return quantile(0.5);
  }

  private long quantile(double part) {
    return values[(int) Math.ceil(part * count) - 1];
  }
}
