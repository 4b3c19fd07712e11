package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What is known of the producers that had chunks last, at most a given number. For one thread. */
final class Producers {
  private static final int SWEEPS_A_TIMEOUT = 8;

  private final Map<Long, Producer> byId = new LinkedHashMap<>(16, 0.75f, true);
  private final int most;
  private Producer last;

  Producers(int most) {
    this.most = most;
  }

  /** One of them. */
  static final class Producer {
    private final Losses losses;
    private boolean executions;
    private long nextSweep = Long.MIN_VALUE;

    Producer(long id) {
      losses = new Losses(id);
    }

    Losses losses() {
      return losses;
    }

    void sawExecutions() {
      executions = true;
    }

    /** Whether it emits executions, so that its events tell nothing more. */
    boolean hasExecutions() {
      return executions;
    }

    /** Whether a good part of the time-out has passed since this was true before. */
    boolean isSweepDue(long time, long timeout) {
      if (time < nextSweep || time == Long.MIN_VALUE) {
        return false;
      }
      boolean first = nextSweep == Long.MIN_VALUE;
      long next = time + Math.max(1, timeout / SWEEPS_A_TIMEOUT);
      nextSweep = next < time ? Long.MAX_VALUE : next;
      return !first;
    }
  }

  /** The producer with that id; {@code forgotten} is told of the one that gave way to it. */
  Producer of(long id, Consumer<Losses> forgotten) {
    Producer known = byId.get(id);
    if (known == null) {
      if (byId.size() == most) {
        Map.Entry<Long, Producer> eldest = byId.entrySet().iterator().next();
        forgotten.accept(eldest.getValue().losses());
        byId.remove(eldest.getKey());
      }
      known = new Producer(id);
      byId.put(id, known);
    }
    last = known;
    return known;
  }

  /** Writes or reads all of them, in the order in which they had chunks. */
  void state(StateCodec codec) throws IOException {
    List<Producer> all = new ArrayList<>(byId.values());
    int count = codec.count(all.size(), most);
    for (int i = 0; i < count; i++) {
      long id = codec.number(codec.isReading() ? 0 : all.get(i).losses.id());
      Producer producer = codec.isReading() ? new Producer(id) : all.get(i);
      producer.losses.state(codec);
      producer.executions = codec.flag(producer.executions);
      producer.nextSweep = codec.number(producer.nextSweep);
      if (codec.isReading()) {
        byId.put(producer.losses.id(), producer);
        last = producer;
      }
    }
  }

  /** The losses of a producer that was not forgotten. */
  Losses losses(long id) {
    return last.losses().id() == id ? last.losses() : byId.get(id).losses();
  }
}
