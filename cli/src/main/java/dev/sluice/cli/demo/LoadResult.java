package dev.sluice.cli.demo;

import java.util.Arrays;

/**
 * Result of a load, summed over its threads.
 *
 * @param statements SQL statements in all
 * @param measured statements after the warm-up
 * @param busyNanos time in which they ran, without rests
 * @param cpuNanos time on a processor of the threads that ran them
 */
record LoadResult(long statements, long measured, long busyNanos, long cpuNanos) {
  static final LoadResult NONE = new LoadResult(0, 0, 0, 0);

  private static final String RESULT = "RESULT ";

  LoadResult plus(LoadResult other) {
    return new LoadResult(
        statements + other.statements,
        measured + other.measured,
        busyNanos + other.busyNanos,
        cpuNanos + other.cpuNanos);
  }

  /** Returns this result with the statements of a slot that is not measured. */
  LoadResult warmedUp(LoadResult slot) {
    return new LoadResult(statements + slot.statements, measured, busyNanos, cpuNanos);
  }

  /** Returns the line that the load prints. */
  String line() {
    return RESULT + statements + " " + measured + " " + busyNanos + " " + cpuNanos;
  }

  /** Reads a line, or null if it is no result. */
  static LoadResult parse(String line) {
    if (!line.startsWith(RESULT)) {
      return null;
    }
    String[] parts = line.substring(RESULT.length()).split(" ");
    long[] n = Arrays.stream(parts).mapToLong(Long::parseLong).toArray();
    return new LoadResult(n[0], n[1], n[2], n[3]);
  }

  /** Statements per second while not resting, of all threads together. */
  double perSecond(int threads) {
    return busyNanos == 0 ? 0 : measured * 1e9 * threads / busyNanos;
  }

  /**
   * Returns how much of the time in which they had work its threads were on a processor, 0 to 1.
   */
  double processorShare() {
    return busyNanos == 0 ? 1 : (double) cpuNanos / busyNanos;
  }

  /** Nanoseconds on a processor for one statement. */
  double cpuPerStatement() {
    return measured == 0 ? 0 : (double) cpuNanos / measured;
  }
}
