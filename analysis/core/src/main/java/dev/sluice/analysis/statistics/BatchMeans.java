package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.Arrays;

/**
 * Means of consecutive values, all of the same number of values, which doubles whenever there are
 * {@value #MOST} of them. Consecutive times of an operation depend on each other: an interval that
 * takes them for independent is far too narrow. Means of long batches hardly depend on each other
 * (non-overlapping batch means: Schmeiser, Batch size effects in the analysis of simulation output,
 * Operations Research 30, 1982). For one thread.
 */
final class BatchMeans {
  static final int MOST = 32;

  private double[] sums = {};
  private int full;
  private long size = 1;
  private double open;
  private long inOpen;

  void add(long value) {
    open += value;
    if (++inOpen == size) {
      close();
    }
  }

  private void close() {
    if (full == sums.length) {
      sums = Arrays.copyOf(sums, Math.min(MOST, Math.max(4, full * 2)));
    }
    sums[full++] = open;
    open = 0;
    inOpen = 0;
    if (full == MOST) {
      halve();
    }
  }

  private void halve() {
    int pairs = full / 2;
    for (int i = 0; i < pairs; i++) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
    if (full % 2 == 1) {
      open += sums[full - 1];
      inOpen += size;
    }
    full = pairs;
    size *= 2;
  }

  void state(StateCodec codec) throws IOException {
    sums = codec.numbers(sums, full);
    full = codec.count(full, Math.min(MOST, sums.length));
    size = codec.number(size);
    open = codec.number(open);
    inOpen = codec.number(inOpen);
  }

  /** Appends the batches of another partition. Values in the batch that is not full may be lost. */
  void merge(BatchMeans other) {
    BatchMeans more = other.copy();
    while (size < more.size) {
      halve();
    }
    while (more.size < size) {
      more.halve();
    }
    for (int i = 0; i < more.full; i++) {
      double batch = more.sums[i];
      if (full == sums.length) {
        sums = Arrays.copyOf(sums, Math.min(MOST, Math.max(4, full * 2)));
      }
      sums[full++] = batch;
      if (full == MOST) {
        halve();
        if (i + 1 < more.full) {
          more.rest(i + 1);
          i = -1;
        }
      }
    }
    if (inOpen + more.inOpen < size) {
      open += more.open;
      inOpen += more.inOpen;
    }
  }

  /** Drops the first batches and doubles the size of the others. */
  private void rest(int from) {
    sums = Arrays.copyOfRange(sums, from, full);
    full -= from;
    halve();
  }

  private BatchMeans copy() {
    BatchMeans copy = new BatchMeans();
    copy.sums = Arrays.copyOf(sums, full);
    copy.full = full;
    copy.size = size;
    copy.open = open;
    copy.inOpen = inOpen;
    return copy;
  }

  /** The means, at least {@code MOST / 2} if there were so many values. */
  double[] means() {
    double[] means = Arrays.copyOf(sums, full);
    for (int i = 0; i < full; i++) {
      means[i] /= size;
    }
    return means;
  }
}
