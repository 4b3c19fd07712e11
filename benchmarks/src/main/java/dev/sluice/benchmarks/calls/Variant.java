package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;

/** What is measured: a peer, what it does with executions, and what calls. */
record Variant(Stage stage, Peer peer, Load load) implements Subject {
  @Override
  public boolean isFloor() {
    return stage == Stage.FLOOR;
  }

  @Override
  public boolean records() {
    return stage.records();
  }

  @Override
  public CallTarget target(Path folder) throws IOException {
    return peer.target(this, folder);
  }

  @Override
  public String toString() {
    return stage + " (" + peer + ")";
  }
}
