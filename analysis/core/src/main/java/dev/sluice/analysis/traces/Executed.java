package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which operations a producer records as executions, so that its events of them tell of the same
 * calls. All workers of a stage have one. At most {@value #MOST} operations of all producers.
 * Thread-safe.
 */
final class Executed {
  static final int MOST = 1 << 18;

  private final Set<Pair> all = ConcurrentHashMap.newKeySet();

  /** An operation of a producer; null stands for any. */
  private record Pair(long producer, String operation) {}

  void add(long producer, String operation) {
    if (all.size() < MOST) {
      all.add(new Pair(producer, null));
      all.add(new Pair(producer, operation));
    }
  }

  /** Whether the producer records that operation as executions, or any if it is null. */
  boolean contains(long producer, String operation) {
    return !all.isEmpty() && all.contains(new Pair(producer, operation));
  }

  void state(StateCodec codec) throws IOException {
    List<Pair> pairs =
        all.stream()
            .filter(pair -> pair.operation != null)
            .sorted(Comparator.comparing(Pair::producer).thenComparing(Pair::operation))
            .toList();
    for (Pair pair : codec.each(pairs, MOST, new Pair(0, ""))) {
      add(codec.number(pair.producer), codec.given(pair.operation));
    }
  }
}
