package dev.sluice.agent.objects;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;

/**
 * What is known of objects as long as they live, whatever their {@code equals} says. Thread-safe;
 * uses no locks but the map's.
 */
public final class WeakIdentityMap<V> {
  private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> garbage = new ReferenceQueue<>();

  /**
   * Notes a value.
   *
   * @param both makes one of the one that is there and the one that comes
   */
  public void merge(Object of, V value, BinaryOperator<V> both) {
    for (Reference<?> gone = garbage.poll(); gone != null; gone = garbage.poll()) {
      values.remove(gone);
    }
    values.merge(new Key(of, garbage), value, both);
  }

  /** Returns the value, or null. */
  public V get(Object of) {
    return values.get(new Lookup(of));
  }

  /**
   * Replaces a value, if it is still the one that is expected.
   *
   * @param by null to remove it
   */
  public boolean replace(Object of, V expected, V by) {
    Lookup key = new Lookup(of);
    return by == null ? values.remove(key, expected) : values.replace(key, expected, by);
  }

  /** Returns whether it is empty; approximate. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Objects that are known, those that are garbage perhaps included. */
  public int size() {
    return values.size();
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

  /** Finds a key without making one; the map compares what is asked for with what it has. */
  private record Lookup(Object of) {
    @Override
    public int hashCode() {
      return System.identityHashCode(of);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.get() == of;
    }
  }
}
