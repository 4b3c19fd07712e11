package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of an operation by producer and probe, so that those which several probes of a producer
 * record count once. Beyond {@value Room#MOST} pairs of producer and operation in all, producers
 * share one place. For one thread.
 */
final class ProbeCalls {
  private final Map<Long, Part> parts = new HashMap<>();
  private final Room room;
  private long producer;
  private Part last;
  private Durations once;
  private long onceOf = -1;

  /** How many more pairs are kept apart; one for all operations of a statistic. */
  static final class Room {
    static final int MOST = 1 << 16;
    private int left = MOST;
  }

  /** What the probes of one producer recorded. */
  static final class Part {
    private long placed;
    private Durations timed;
    private Durations counted;

    /** A call in a trace. */
    void place() {
      placed++;
    }

    /** Calls of which the duration alone is known. */
    Durations timed(boolean packed) {
      return timed = timed == null ? new Durations(packed) : timed;
    }

    /** Calls that the program counted. */
    Durations counted(boolean packed) {
      return counted = counted == null ? new Durations(packed) : counted;
    }

    /** Those that the probe without traces recorded that has more of them; null if none has. */
    private Durations beside() {
      boolean more = counted != null && (timed == null || counted.calls() > timed.calls());
      return more ? counted : timed;
    }

    private boolean hasMoreBeside() {
      return beside() != null && beside().calls() > placed;
    }

    private long calls() {
      return (timed == null ? 0 : timed.calls()) + (counted == null ? 0 : counted.calls());
    }
  }

  ProbeCalls(Room room) {
    this.room = room;
  }

  /** The part of a producer. */
  Part of(long id) {
    if (last == null || id != producer) {
      producer = id;
      last = parts.get(id);
      if (last == null) {
        boolean own = room.left > 0;
        room.left -= own ? 1 : 0;
        last = parts.computeIfAbsent(own ? id : 0L, absent -> new Part());
      }
    }
    return last;
  }

  /** Calls that probes without traces recorded. */
  long calls() {
    return parts.values().stream().mapToLong(Part::calls).sum();
  }

  /**
   * All calls, each once: where the other probes have more than the traces of each producer, which
   * are sampled then, theirs; else those of traces, and of producers without traces.
   *
   * @param traces those of all traces, and executions without one
   */
  Durations once(Durations traces, boolean packed) {
    long calls = calls();
    if (calls == 0) {
      return traces;
    }
    if (onceOf != calls + traces.calls()) {
      onceOf = calls + traces.calls();
      long sampled = 0;
      for (Part part : parts.values()) {
        sampled += part.hasMoreBeside() ? part.placed : 0;
      }
      boolean without = sampled == traces.calls();
      once = new Durations(packed);
      if (!without) {
        once.merge(traces);
      }
      for (Part part : parts.values()) {
        if (part.hasMoreBeside() && (without || part.placed == 0)) {
          once.merge(part.beside());
        }
      }
    }
    return once;
  }

  void state(StateCodec codec, boolean packed) throws IOException {
    List<Long> ids = new ArrayList<>(parts.keySet());
    int count = codec.count(ids.size(), Room.MOST + 1);
    for (int i = 0; i < count; i++) {
      Part part = of(codec.number(codec.isReading() ? 0 : ids.get(i)));
      part.placed = codec.number(part.placed);
      if (codec.flag(part.timed != null)) {
        part.timed(packed).state(codec);
      }
      if (codec.flag(part.counted != null)) {
        part.counted(packed).state(codec);
      }
    }
  }

  /** Adds what another partition has. */
  void merge(ProbeCalls other, boolean packed) {
    onceOf = -1;
    other.parts.forEach(
        (id, more) -> {
          Part part = of(id);
          part.placed += more.placed;
          if (more.timed != null) {
            part.timed(packed).merge(more.timed);
          }
          if (more.counted != null) {
            part.counted(packed).merge(more.counted);
          }
        });
  }
}
