package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.statistics.Durations;
import java.io.IOException;
import java.util.Arrays;

/**
 * Figures of nodes by slice of time, in one array: a cell for each slice in which a node has calls.
 * The cells of a node are a list, the one used last before others. For one thread.
 */
final class SliceCells {
  private static final int SLICE = 0;
  private static final int NEXT = 1;
  private static final int CALLS = 2;
  private static final int TOTAL = 3;
  private static final int SELF = 4;
  private static final int FAILED = 5;
  private static final int MAX = 6;
  private static final int WORDS = 7;

  /** Cells by number times {@link #WORDS}; the first is none. */
  private long[] cells = new long[WORDS * 64];

  private int end = WORDS;
  private int[] first = {};

  /** Is told of a cell. */
  interface Taker {
    void accept(long slice, long calls);
  }

  /** How many there are. */
  int size() {
    return end / WORDS - 1;
  }

  void add(int node, long slice, long nanos, long own, boolean hasFailed) {
    put(node, slice, 1, nanos, own, hasFailed ? 1 : 0, nanos);
  }

  private void put(int node, long slice, long calls, long total, long self, long failed, long max) {
    int at = cell(node, slice);
    cells[at + CALLS] += calls;
    cells[at + TOTAL] = Durations.sum(cells[at + TOTAL], total);
    cells[at + SELF] = Durations.sum(cells[at + SELF], self);
    cells[at + FAILED] += failed;
    cells[at + MAX] = Math.max(cells[at + MAX], max);
  }

  private int cell(int node, long slice) {
    if (node >= first.length) {
      first = Arrays.copyOf(first, Math.max(64, node * 2));
    }
    int before = 0;
    for (int at = first[node]; at != 0; at = (int) cells[at + NEXT]) {
      if (cells[at + SLICE] == slice) {
        if (before != 0) {
          cells[before + NEXT] = cells[at + NEXT];
          cells[at + NEXT] = first[node];
          first[node] = at;
        }
        return at;
      }
      before = at;
    }
    if (end + WORDS > cells.length) {
      cells = Arrays.copyOf(cells, cells.length * 2);
    }
    int at = end;
    end += WORDS;
    cells[at + SLICE] = slice;
    cells[at + NEXT] = first[node];
    first[node] = at;
    return at;
  }

  /** Adds those of a node there, with slices 2 to that power as long. */
  void addAll(int node, SliceCells other, int there, int longer) {
    for (int at = other.first(there); at != 0; at = (int) other.cells[at + NEXT]) {
      long[] of = other.cells;
      long slice = of[at + SLICE] >> longer;
      put(
          node,
          slice,
          of[at + CALLS],
          of[at + TOTAL],
          of[at + SELF],
          of[at + FAILED],
          of[at + MAX]);
    }
  }

  private int first(int node) {
    return node < first.length ? first[node] : 0;
  }

  PathFigures sum(int node, long from, long until) {
    SliceCells all = new SliceCells();
    for (int at = first(node); at != 0; at = (int) cells[at + NEXT]) {
      if (cells[at + SLICE] >= from && cells[at + SLICE] <= until) {
        all.put(
            0,
            0,
            cells[at + CALLS],
            cells[at + TOTAL],
            cells[at + SELF],
            cells[at + FAILED],
            cells[at + MAX]);
      }
    }
    long[] of = all.cells;
    int at = all.first(0);
    return new PathFigures(
        of[at + CALLS], of[at + TOTAL], of[at + SELF], of[at + FAILED], of[at + MAX]);
  }

  void forEach(int node, Taker taker) {
    for (int at = first(node); at != 0; at = (int) cells[at + NEXT]) {
      taker.accept(cells[at + SLICE], cells[at + CALLS]);
    }
  }

  void state(StateCodec codec, int nodes) throws IOException {
    first =
        Arrays.copyOf(
            codec.numbers(Arrays.copyOf(first, Math.max(nodes, first.length)), nodes), nodes);
    cells = codec.numbers(cells, end);
    end = cells.length;
    boolean right = end >= WORDS && end % WORDS == 0;
    for (int at = WORDS; right && at < end; at += WORDS) {
      right = cells[at + NEXT] >= 0 && cells[at + NEXT] < end && cells[at + NEXT] % WORDS == 0;
    }
    for (int node = 0; right && node < nodes; node++) {
      right = first[node] >= 0 && first[node] < end && first[node] % WORDS == 0;
    }
    if (!right) {
      throw new IOException("the state has slices of time that are none");
    }
  }
}
