package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;

/** What is measured: a peer, what it does with executions, and what calls. */
record Variant(Setup stage, Peer peer, Load load) implements Subject {
  @Override
  public boolean isFloor() {
    return stage == Setup.FLOOR;
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
