package dev.sluice.benchmarks.calls;

/**
 * How much is measured.
 *
 * @param starts JVMs of each cell, one after the other
 * @param rounds turns of each JVM
 * @param calls outermost calls of a turn and thread that count
 */
record CallEffort(int starts, int rounds, int calls) {
  /**
   * Twice MooBench's two million calls a JVM, of which the second half counts: a million calls take
   * a second here, in which the JVM is not done with compiling.
   */
  static final CallEffort FULL = new CallEffort(5, 10, 200_000);

  static final CallEffort QUICK = new CallEffort(2, 5, 50_000);

  /** Calls before the first turn: as many as are counted, so the second half is what counts. */
  int warmUp() {
    return Math.multiplyExact(rounds, calls);
  }

  /** Calls at the beginning of a turn that do not count: threads have slept since the last one. */
  int lead() {
    return calls / 10;
  }
}
