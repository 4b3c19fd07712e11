package dev.sluice.benchmarks.ladder.path;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a configurable framework asks for every record, as Kieker's controllers do: whether the
 * method is to be monitored, what time it is in the configured unit, and whether the values are
 * sound. Thread-safe.
 */
final class Checks {
  private final ConcurrentMap<String, Boolean> active = new ConcurrentHashMap<>();
  private final TimeUnit unit = TimeUnit.NANOSECONDS;
  private final LongSupplier clock = System::nanoTime;

  boolean isActive(String signature) {
    Boolean known = active.get(signature);
    // No rule forbids a method here, but each is looked up.
    return known == null ? active.computeIfAbsent(signature, any -> true) : known;
  }

  long time() {
    return unit.convert(clock.getAsLong(), TimeUnit.NANOSECONDS);
  }

  /** Checks what goes into a record. */
  Executions before(Executions next) {
    return (trace, tin, tout, order, depth) -> {
      if (tout < tin || order < 0 || depth < 0) {
        throw new IllegalArgumentException("an execution cannot end before it began");
      }
      next.add(trace, tin, tout, order, depth);
    };
  }
}
