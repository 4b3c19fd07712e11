package dev.sluice.benchmarks.codec;

/**
 * How long one cell is measured. A cell is warm when its rates are stable and nothing is compiled
 * any more.
 *
 * @param warmMillis length of a round before measuring
 * @param minFirst rounds before measuring at least, for the first chunk size that a JVM sees: the
 *     compiler rests for half a second before it turns to what is called once a chunk
 * @param maxFirst rounds before measuring at most, for the first
 * @param minWarm rounds before measuring at least, for the other chunk sizes
 * @param maxWarm rounds before measuring at most, for the others
 * @param rounds rounds measured, whose median counts
 * @param millis length of a measured round
 */
record Effort(
    int warmMillis, int minFirst, int maxFirst, int minWarm, int maxWarm, int rounds, int millis) {
  static final Effort FULL = new Effort(100, 20, 30, 4, 10, 5, 40);
  static final Effort QUICK = new Effort(50, 20, 30, 4, 8, 3, 30);

  /** Rounds that are compared to tell whether a cell is warm. */
  static final int STABLE_ROUNDS = 4;

  /** How far the slowest of them may be below the fastest. */
  static final double STABLE = 0.95;

  /** Most milliseconds of compilation during them. */
  static final long STABLE_COMPILATION = 10;

  /** About how long a subject takes with one chunk size. */
  double seconds(boolean first) {
    int warm = first ? minFirst + 2 : minWarm + 3;
    return 2 * (warm * warmMillis + rounds * millis) / 1e3 + (first ? 2 : 0.5);
  }
}
