package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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
  private Calls once = new Calls();
  private long onceOf;

  /** How many more pairs are kept apart; one for all operations of a statistic. */
  static final class Room {
    static final int MOST = 1 << 16;
    private int left = MOST;
  }

  /** What the probes of one producer recorded. */
  static final class Part {
    private static final int PROBES = 3;
    private final Calls[] probes = new Calls[PROBES];

    private Calls of(int probe) {
      if (probes[probe] == null) {
        probes[probe] = new Calls();
      }
      return probes[probe];
    }

    /** Calls in traces. */
    Calls traced() {
      return of(0);
    }

    /** Calls of which the duration alone is known. */
    Calls timed() {
      return of(1);
    }

    /** Calls that the program counted. */
    Calls counted() {
      return of(2);
    }

    private Stream<Calls> all() {
      return Arrays.stream(probes).filter(Objects::nonNull);
    }

    /** Adds the calls of the probe that recorded most, and what is known of their places. */
    private void addTo(Calls all) {
      Calls most = all().reduce((one, other) -> other.calls() > one.calls() ? other : one).get();
      all.add(most);
      if (probes[0] != null && probes[0] != most) {
        all.addPlaces(probes[0]);
      }
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
    return parts.values().stream().flatMap(Part::all).mapToLong(Calls::calls).sum();
  }

  /** All calls, each once: of each producer those of the probe that recorded most. */
  Calls once() {
    if (parts.size() == 1) {
      List<Calls> all = parts.values().iterator().next().all().toList();
      if (all.size() == 1) {
        return all.get(0);
      }
    }
    long calls = calls();
    if (onceOf != calls) {
      onceOf = calls;
      once = new Calls();
      parts.values().forEach(part -> part.addTo(once));
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
              part.of(probe).add(more.probes[probe]);
            }
          }
        });
  }
}
