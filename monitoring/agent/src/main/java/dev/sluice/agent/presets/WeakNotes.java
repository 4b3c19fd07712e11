package dev.sluice.agent.presets;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of objects as long as they live, whatever their {@code equals} says. */
final class WeakNotes<V> {
  private final ConcurrentHashMap<Object, V> notes = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> garbage = new ReferenceQueue<>();

  void put(Object of, V note) {
    for (Reference<?> gone = garbage.poll(); gone != null; gone = garbage.poll()) {
      notes.remove(gone);
    }
    notes.put(new Key(of, garbage), note);
  }

  V get(Object of) {
    return notes.get(new Key(of, null));
  }

  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object of, ReferenceQueue<Object> garbage) {
      super(of, garbage);
      hash = System.identityHashCode(of);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /** One whose object is gone is itself alone: so it is found to be removed. */
    @Override
    public boolean equals(Object other) {
      Object of = get();
      return this == other || of != null && other instanceof Key key && key.get() == of;
    }
  }
}
