package dev.sluice.benchmarks.calls.app;

import java.util.ArrayList;
import java.util.List;

/** Takes more memory than there is. */
public final class HungryClass implements Application {
  @Override
  public long monitoredMethod(long work, int depth) {
    List<long[]> all = new ArrayList<>();
    while (true) {
      all.add(new long[Integer.MAX_VALUE / 8]);
    }
  }
}
