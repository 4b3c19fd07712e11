package dev.sluice.agent.places;

import java.util.Iterator;

/**
 * An iterator over messages, which are handled one after the other: a message until the next is
 * asked for. Those who look at it are told on the thread that began to take them alone.
 */
public abstract class Messages implements Iterator<Object> {
  private final Iterator<?> from;
  private final Thread owner = Thread.currentThread();

  /** Over what another has. */
  protected Messages(Iterator<?> from) {
    this.from = from;
  }

  /** The one that was taken last is handled, if there is one. */
  protected abstract void left();

  /** All were taken and handled. */
  protected abstract void ended();

  /** One was taken. */
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
}
