package dev.sluice.agent.objects;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;

/**
 * Map from objects, compared by identity and referenced weakly, to values. Thread-safe; uses no
 * locks but the map's.
 */
public final class WeakIdentityMap<V> {
  private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> garbage = new ReferenceQueue<>();

  /**
   * Adds a value for an object, or combines it with the present one.
   *
   * @param both makes one of the one that is there and the one that comes
   */
  public void merge(Object of, V value, BinaryOperator<V> both) {
    for (Reference<?> gone = garbage.poll(); gone != null; gone = garbage.poll()) {
      values.remove(gone);
    }
    values.merge(new Key(of, garbage), value, both);
  }

  /** Returns the value of an object, or null. */
  public V get(Object of) {
    return values.get(new Lookup(of));
  }

  /**
   * Replaces a value, if it is still the expected one.
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

  /** Returns the number of objects, perhaps including those that are garbage. */
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

    /**
     * Returns whether another key has the same object; the key of a collected object equals only
     * itself, so that it can be removed.
     */
    @Override
    public boolean equals(Object other) {
      Object of = get();
      return this == other || of != null && other instanceof Key key && key.get() == of;
    }
  }

  /** Key for a search, which needs no weak reference; the map compares it with its own keys. */
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
