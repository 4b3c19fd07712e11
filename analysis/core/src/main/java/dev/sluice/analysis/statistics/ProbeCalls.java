package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Calls of an operation by producer and probe, so that those which several probes of a producer
 * record count once. Beyond {@value Room#MOST} pairs of producer and operation in all, producers
 * share one place. For one thread.
 */
final class ProbeCalls {
  /** In place of producers that are not known or are too many. */
  static final long ANY = 0;

  private final Map<Long, Part> parts = new HashMap<>();
  private final Room room;
  private long producer;
  private Part last;
  private Durations once = new Durations();
  private long onceOf;

  /** How many more pairs are kept apart; one for all operations of a statistic. */
  static final class Room {
    static final int MOST = 1 << 16;
    private int left = MOST;
  }

  /** What the probes of one producer recorded. */
  static final class Part {
    private static final int PROBES = 3;
    private final Durations[] probes = new Durations[PROBES];

    private Durations of(int probe) {
      if (probes[probe] == null) {
        probes[probe] = new Durations();
      }
      return probes[probe];
    }

    /** Calls in traces. */
    Durations traced() {
      return of(0);
    }

    /** Calls of which the duration alone is known. */
    Durations timed() {
      return of(1);
    }

    /** Calls that the program counted. */
    Durations counted() {
      return of(2);
    }

    private Stream<Durations> all() {
      return Arrays.stream(probes).filter(Objects::nonNull);
    }

    /** Those that the probe recorded that has most; the first if several have. */
    private Durations most() {
      return all().reduce((one, other) -> other.calls() > one.calls() ? other : one).orElseThrow();
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
        last = parts.computeIfAbsent(own ? id : ANY, absent -> new Part());
      }
    }
    return last;
  }

  /** Calls that all probes recorded. */
  long calls() {
    return parts.values().stream().flatMap(Part::all).mapToLong(Durations::calls).sum();
  }

  /** All calls, each once: of each producer those of the probe that recorded most. */
  Durations once() {
    if (parts.size() == 1) {
      return parts.values().iterator().next().most();
    }
    long calls = calls();
    if (onceOf != calls) {
      onceOf = calls;
      once = new Durations();
      parts.values().forEach(part -> once.merge(part.most()));
    }
    return once;
  }

  void state(StateCodec codec) throws IOException {
    for (long id : codec.each(parts.keySet(), Room.MOST + 1, 0L)) {
      Part part = of(codec.number(id));
      for (int probe = 0; probe < Part.PROBES; probe++) {
        if (codec.flag(part.probes[probe] != null)) {
          part.of(probe).state(codec);
        }
      }
    }
  }

  /** Adds what another partition has. */
  void merge(ProbeCalls other) {
    onceOf = -1;
    other.parts.forEach(
        (id, more) -> {
          Part part = of(id);
          for (int probe = 0; probe < Part.PROBES; probe++) {
            if (more.probes[probe] != null) {
              part.of(probe).merge(more.probes[probe]);
            }
          }
        });
  }
}
