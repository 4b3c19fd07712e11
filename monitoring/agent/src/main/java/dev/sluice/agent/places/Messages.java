package dev.sluice.agent.places;

import dev.sluice.agent.objects.Calls;
import java.lang.reflect.Method;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.Function;

/**
 * Iterator over messages that are handled one after the other: a message is handled until the next
 * one is requested. Subclasses are called only on the thread that took the first message.
 */
public abstract class Messages implements Iterator<Object> {
  private final Iterator<?> from;
  private final Thread owner = Thread.currentThread();

  /** Flag that is set while a thread inspects messages that the program has not requested. */
  private static final ThreadLocal<Boolean> LOOKS = new ThreadLocal<>();

  /** Creates an iterator over the messages of another one. */
  protected Messages(Iterator<?> from) {
    this.from = from;
  }

  /** Notes that the message that was taken last is handled, if there is one. */
  protected abstract void left();

  /** Notes that all messages were taken and handled. */
  protected abstract void ended();

  /** Notes that a message was taken. */
  protected abstract void taken(Object message);

  @Override
  public final boolean hasNext() {
    boolean isOwn = Thread.currentThread() == owner;
    if (isOwn) {
      left();
    }
    boolean hasNext = from.hasNext();
    if (isOwn && !hasNext) {
      ended();
    }
    return hasNext;
  }

  @Override
  public final Object next() {
    boolean isOwn = Thread.currentThread() == owner;
    if (isOwn) {
      left();
    }
    Object message = from.next();
    if (isOwn) {
      taken(message);
    }
    return message;
  }

  @Override
  public final void remove() {
    from.remove();
  }

  /**
   * Returns the messages of each partition of {@code ConsumerRecords}, without the calls counting
   * as the program's.
   */
  public static Map<Object, List<?>> byPartition(Object records)
      throws ReflectiveOperationException {
    Map<Object, List<?>> all = new LinkedHashMap<>();
    LOOKS.set(Boolean.TRUE);
    try {
      for (Object partition : (Collection<?>) Calls.call(records, "partitions")) {
        Method of = records.getClass().getMethod("records", partition.getClass());
        all.put(partition, (List<?>) of.invoke(records, partition));
      }
    } finally {
      LOOKS.remove();
    }
    return all;
  }

  /** Returns whether the calling thread is in {@link #byPartition}. */
  public static boolean isLooking() {
    return LOOKS.get() != null;
  }

  /** List of messages that may be taken one after the other; copying them takes none. */
  public static final class OfPartition extends AbstractList<Object> implements RandomAccess {
    private final List<?> all;
    private final Function<Iterator<?>, Messages> over;

    /** Creates a list over another one, whose iterators are wrapped. */
    public OfPartition(List<?> all, Function<Iterator<?>, Messages> over) {
      this.all = all;
      this.over = over;
    }

    @Override
    public Object get(int index) {
      return all.get(index);
    }

    @Override
    public int size() {
      return all.size();
    }

    @Override
    public Iterator<Object> iterator() {
      return over.apply(all.iterator());
    }

    @Override
    public Object[] toArray() {
      return all.toArray();
    }
  }
}
