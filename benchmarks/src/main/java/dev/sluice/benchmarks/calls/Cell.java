package dev.sluice.benchmarks.calls;

/**
 * What is measured.
 *
 * @param depth calls nested in one another
 * @param threads threads that call at the same time
 */
record Cell(Stage stage, Peer peer, int depth, int threads) {
  boolean isFloor() {
    return stage == Stage.FLOOR;
  }

  boolean isNone() {
    return stage == Stage.NONE;
  }

  @Override
  public String toString() {
    return stage + " (" + peer + ")";
  }
}
