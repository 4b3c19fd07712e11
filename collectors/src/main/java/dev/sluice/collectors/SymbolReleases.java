package dev.sluice.collectors;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Ids of forgotten symbols on their way back: first every row that may hold one must be sealed.
 * Pump only.
 */
final class SymbolReleases {
  private final Symbols symbols;
  private final StripeTable table;
  private final ArrayDeque<Release> waiting = new ArrayDeque<>();

  private record Release(List<Integer> ids, long[] mark) {}

  SymbolReleases(Symbols symbols, StripeTable table) {
    this.symbols = symbols;
    this.table = table;
  }

  /** Looks for unloaded class loaders and for ids that no row holds any more. */
  void step(boolean batchIsEmpty) {
    for (List<Integer> ids = symbols.forgetUnloaded();
        ids != null;
        ids = symbols.forgetUnloaded()) {
      waiting.add(new Release(ids, table.ends()));
    }
    while (batchIsEmpty && !waiting.isEmpty() && table.isDrainedTo(waiting.peek().mark())) {
      symbols.recycle(waiting.poll().ids());
    }
  }
}
