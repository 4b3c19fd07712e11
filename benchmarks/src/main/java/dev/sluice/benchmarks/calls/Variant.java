package dev.sluice.benchmarks.calls;

/** What is measured: a peer, what it does with executions, and what calls. */
record Variant(Stage stage, Peer peer, Load load) {
  /** What all others of a load are compared with. */
  static Variant floor(Load load) {
    return new Variant(Stage.FLOOR, Peer.SLUICE, load);
  }

  boolean isFloor() {
    return stage == Stage.FLOOR;
  }

  @Override
  public String toString() {
    return stage + " (" + peer + ")";
  }
}
