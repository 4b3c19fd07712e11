package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Results;
import java.util.ArrayList;
import java.util.List;

/** Cells in the order of stages, then of peers: they are measured in another. */
final class CallOrder {
  private CallOrder() {}

  static List<Cell> of(Results results) {
    List<Cell> order = new ArrayList<>();
    for (Setup stage : Setup.values()) {
      for (Peer peer : Peer.values()) {
        Cell wanted = CallFigures.cell(stage, peer);
        order.addAll(results.cells(wanted::equals));
      }
    }
    return order;
  }
}
