package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** What is known of the producers that had chunks last, at most a given number. For one thread. */
final class Producers {
  private static final int SWEEPS_A_TIMEOUT = 8;

  private final Map<Long, Producer> byId = new LinkedHashMap<>(16, 0.75f, true);
  private final int most;
  private final LongConsumer listener;
  private Producer last;

  /** Remembers that many; {@code listener} is told the id of one that has lost something. */
  Producers(int most, LongConsumer listener) {
    this.most = most;
    this.listener = listener;
  }

  /** A trace of events that has all, its records, and the stream time when it had. */
  record HeldTrace(long id, long records, long time) {}

  /** One of them. */
  static final class Producer {
    private final Losses losses;
    private final Deque<HeldTrace> held = new ArrayDeque<>();
    private final BitSet executed = new BitSet();
    private long heldRecords;
    private long seen;
    private long nextSweep = Long.MIN_VALUE;

    Producer(Losses losses) {
      this.losses = losses;
    }

    Losses losses() {
      return losses;
    }

    /** Whether that operation is the first time among its executions. */
    boolean isNewlyExecuted(int operation) {
      boolean known = executed.get(operation);
      executed.set(operation);
      return !known;
    }

    /** Puts a trace of events behind those that wait whether executions tell the same. */
    void hold(HeldTrace trace) {
      held.add(trace);
      heldRecords += trace.records();
      seen += trace.records();
    }

    /** Records of all traces that were put there since the start. */
    long seen() {
      return seen;
    }

    /** Takes the first of them, if it waited long enough; else null. */
    HeldTrace release(long mostRecords, long before) {
      if (held.isEmpty() || heldRecords <= mostRecords && held.getFirst().time() >= before) {
        return null;
      }
      heldRecords -= held.getFirst().records();
      return held.removeFirst();
    }

    private void held(StateCodec codec) throws IOException {
      for (HeldTrace trace : codec.each(held, Integer.MAX_VALUE, new HeldTrace(0, 0, 0))) {
        long id = codec.number(trace.id());
        long records = codec.number(trace.records());
        long time = codec.number(trace.time());
        if (codec.isReading()) {
          hold(new HeldTrace(id, records, time));
        }
      }
      seen = codec.number(seen);
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

  /** All of them. */
  List<Producer> all() {
    return List.copyOf(byId.values());
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
      known = new Producer(new Losses(id, listener));
      byId.put(id, known);
    }
    last = known;
    return known;
  }

  /** Writes or reads all of them, in the order in which they had chunks. */
  void state(StateCodec codec) throws IOException {
    for (Producer kept : codec.each(byId.values(), most, null)) {
      long id = codec.number(kept == null ? 0 : kept.losses.id());
      Producer producer = kept == null ? new Producer(new Losses(id, listener)) : kept;
      producer.losses.state(codec);
      producer.held(codec);
      producer.nextSweep = codec.number(producer.nextSweep);
      if (kept == null) {
        byId.put(producer.losses.id(), producer);
        last = producer;
      }
    }
  }

  /** A producer that was not forgotten. */
  Producer known(long id) {
    return last.losses().id() == id ? last : byId.get(id);
  }
}
