package dev.sluice.tools.report;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceSelection;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Requests by kind, by when they began and by how long they took, with the slowest of each cell as
 * an example. Slots are equally long and at most {@value #SLOTS}; there are two levels for each
 * power of two of nanoseconds. Slots become twice as long when a request lies outside of them, or
 * when there are more than {@value #MAX_CELLS} cells. For one thread.
 */
final class RequestHeat {
  static final int SLOTS = 180;
  static final int MAX_CELLS = 1 << 14;

  /**
   * Maximum number of executions of a kept trace; of larger ones only those that determine the kind
   * are kept.
   */
  private static final int MAX_EXECUTIONS = 512;

  private Map<At, Cell> cells = new HashMap<>();
  private int shift;
  private final int most;
  private long lowest = Long.MAX_VALUE;
  private long highest = Long.MIN_VALUE;

  RequestHeat() {
    this(23, MAX_CELLS);
  }

  /**
   * Creates a map of at most the given number of cells; the first slots last 2 to the power of
   * {@code shift} nanoseconds.
   */
  RequestHeat(int shift, int most) {
    this.shift = shift;
    this.most = most;
  }

  /** Position of a cell; slots are counted since the epoch, levels are half octaves. */
  record At(int kind, long slot, int level) {}

  /** Content of a cell. */
  static final class Cell {
    long count;
    long failed;
    Trace slowest;

    private void add(Cell other) {
      count += other.count;
      failed += other.failed;
      boolean isSlower =
          slowest == null || TraceSelection.ORDER.compare(other.slowest, slowest) > 0;
      slowest = isSlower ? other.slowest : slowest;
    }
  }

  void add(Trace trace, int kind) {
    while (!fits(trace.begin() >> shift)) {
      lengthen(shift + 1);
    }
    Cell cell = cell(kind, trace.begin() >> shift, Times.halfOctave(trace.duration()));
    cell.count++;
    cell.failed += trace.size() > 0 && trace.depth(0) == 0 && trace.failed(0) ? 1 : 0;
    if (cell.slowest == null || TraceSelection.ORDER.compare(trace, cell.slowest) > 0) {
      cell.slowest =
          trace.copy(trace.size() <= MAX_EXECUTIONS ? trace.size() : RequestStatistics.LEVELS);
    }
    bound();
  }

  private boolean fits(long slot) {
    return shift >= 62 || Math.max(highest, slot) - Math.min(lowest, slot) < SLOTS;
  }

  private Cell cell(int kind, long slot, int level) {
    lowest = Math.min(lowest, slot);
    highest = Math.max(highest, slot);
    return cells.computeIfAbsent(new At(kind, slot, level), absent -> new Cell());
  }

  private void bound() {
    while (shift < 62 && cells.size() > most && lowest < highest) {
      lengthen(shift + 1);
    }
  }

  private void lengthen(int least) {
    Map<At, Cell> old = cells;
    int longer = least - shift;
    cells = new HashMap<>();
    shift = least;
    lowest = Long.MAX_VALUE;
    highest = Long.MIN_VALUE;
    old.forEach((at, cell) -> cell(at.kind, at.slot >> longer, at.level).add(cell));
  }

  void state(StateCodec codec, Operations all) throws IOException {
    codec.name("heat 3");
    shift = codec.count(shift, Long.SIZE - 1);
    for (At at : codec.each(cells.keySet(), 1 << 17, new At(0, 0, 0))) {
      Cell cell = cell(codec.number(at.kind), codec.number(at.slot), codec.number(at.level));
      cell.count = codec.number(cell.count);
      cell.failed = codec.number(cell.failed);
      cell.slowest = Trace.state(codec, cell.slowest, all);
    }
  }

  /**
   * Adds what another has, which stays as it is.
   *
   * @param kinds the numbers here of the kinds there
   */
  void merge(RequestHeat other, int[] kinds) {
    lengthen(Math.max(shift, other.shift));
    int longer = shift - other.shift;
    other.cells.forEach((at, cell) -> cell(kinds[at.kind], at.slot >> longer, at.level).add(cell));
    while (!fits(lowest)) {
      lengthen(shift + 1);
    }
    bound();
  }

  Map<At, Cell> cells() {
    return cells;
  }

  /**
   * Returns the cells of each row in the order of time, each as slot since the first, level, count
   * and failed.
   *
   * @param rowOf the row of each kind
   * @param longer slots are 2 to that power as long
   */
  List<long[]> rows(int rows, int[] rowOf, int longer) {
    List<TreeMap<Long, long[]>> all =
        Stream.generate(() -> new TreeMap<Long, long[]>()).limit(rows).toList();
    cells.forEach(
        (at, cell) -> {
          long slot = (at.slot >> longer) - (lowest >> longer);
          long[] one = {slot, at.level, cell.count, cell.failed};
          all.get(rowOf[at.kind])
              .merge(
                  slot << Byte.SIZE | at.level,
                  one,
                  (a, b) -> new long[] {a[0], a[1], a[2] + b[2], a[3] + b[3]});
        });
    return all.stream()
        .map(of -> of.values().stream().flatMapToLong(Arrays::stream).toArray())
        .toList();
  }

  /** Nanoseconds that a slot lasts. */
  long width() {
    return 1L << shift;
  }

  /**
   * Returns the first slot with a request, counted since the epoch; larger than the last if none
   * has.
   */
  long first() {
    return lowest;
  }

  long last() {
    return highest;
  }
}
