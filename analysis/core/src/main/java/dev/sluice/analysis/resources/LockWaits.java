package dev.sluice.analysis.resources;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Waits of threads for locks, of at most {@value #MAX_PLACES} places. For one thread. */
public final class LockWaits {
  /** Maximum number of places; waits in others are left out. */
  public static final int MAX_PLACES = 1024;

  private final Map<Place, Wait> waits = new HashMap<>();

  /**
   * Where threads wait, and for whom. A text is empty if it is unknown.
   *
   * @param lock class of the lock
   * @param method the method that wants it, with its class
   * @param owner name of the thread that had it, digits replaced by {@code #}
   */
  public record Place(String lock, String method, String owner) {}

  /**
   * Waits in a place.
   *
   * @param count number of waits
   * @param nanos nanoseconds of all of them
   * @param longest nanoseconds of the longest
   */
  public record Wait(long count, long nanos, long longest) {
    /** Returns these waits and others. */
    public Wait with(Wait other) {
      long most = Math.max(longest, other.longest);
      return new Wait(count + other.count, nanos + other.nanos, most);
    }
  }

  void add(Place place, Wait wait) {
    if (waits.size() < MAX_PLACES || waits.containsKey(place)) {
      waits.merge(place, wait, Wait::with);
    }
  }

  void merge(LockWaits other) {
    other.waits.forEach(this::add);
  }

  void state(StateCodec codec) throws IOException {
    codec.name("locks 1");
    for (Place at : codec.each(waits.keySet(), MAX_PLACES, new Place("", "", ""))) {
      Wait of = waits.getOrDefault(at, new Wait(0, 0, 0));
      waits.put(
          new Place(codec.given(at.lock), codec.given(at.method), codec.given(at.owner)),
          new Wait(codec.number(of.count), codec.number(of.nanos), codec.number(of.longest)));
    }
  }

  /** All places. */
  public Map<Place, Wait> all() {
    return Map.copyOf(waits);
  }
}
