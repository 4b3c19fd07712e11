package dev.sluice.collectors;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Ids of forgotten symbols on their way back: first every row that may hold one must be sealed.
 * Pump only.
 */
final class SymbolReleases {
  private final Symbols symbols;
  private final Ring ring;
  private final ArrayDeque<Release> waiting = new ArrayDeque<>();

  private record Release(List<Integer> ids, long[] mark) {}

  SymbolReleases(Symbols symbols, Ring ring) {
    this.symbols = symbols;
    this.ring = ring;
  }

  /** Looks for unloaded class loaders and for ids that no row holds any more. */
  void step(boolean batchIsEmpty) {
    for (List<Integer> ids = symbols.forgetUnloaded();
        ids != null;
        ids = symbols.forgetUnloaded()) {
      waiting.add(new Release(ids, ring.ends()));
    }
    while (batchIsEmpty && !waiting.isEmpty() && ring.isDrainedTo(waiting.peek().mark())) {
      symbols.recycle(waiting.poll().ids());
    }
  }
}
