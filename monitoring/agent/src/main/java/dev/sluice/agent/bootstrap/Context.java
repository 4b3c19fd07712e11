package dev.sluice.agent.bootstrap;

/**
 * What methods call that receive requests of other processes or send them. It is renamed to {@code
 * java.lang.SluiceContext} and defined in the bootstrap loader at start. Nothing is ever thrown.
 */
public abstract class Context {
  private static Context installed;

  /** For the implementation. */
  protected Context() {}

  /**
   * A request came, and is going to be handled by the calling thread.
   *
   * @return for {@link #leave}; null if it is handled already, as behind a filter
   */
  public static Object arrive(Object request) {
    Context context = installed;
    if (context != null) {
      try {
        return context.arrived(request);
      } catch (Throwable e) {
        // It is handled, unlinked.
      }
    }
    return null;
  }

  /** The request was handled. */
  public static void leave(Object before) {
    Context context = installed;
    if (before != null && context != null) {
      try {
        context.left(before);
      } catch (Throwable e) {
        // The next request overwrites it.
      }
    }
  }

  /**
   * A request or message is about to be sent.
   *
   * @return the one to send, of the same class; a request that cannot be changed has a copy
   */
  public static Object depart(Object request) {
    Context context = installed;
    if (context != null) {
      try {
        return context.departed(request);
      } catch (Throwable e) {
        // It is sent as it is.
      }
    }
    return request;
  }

  /**
   * Messages came together, and are going to be handled one after the other.
   *
   * @param iterator over them
   * @return the iterator to use
   */
  public static Object messages(Object iterator) {
    Context context = installed;
    if (context != null) {
      try {
        return context.came(iterator);
      } catch (Throwable e) {
        // They are handled, unlinked.
      }
    }
    return iterator;
  }

  /** All messages were handled: the calling thread asks for more. */
  public static void poll() {
    Context context = installed;
    if (context != null) {
      try {
        context.polled();
      } catch (Throwable e) {
        // The next messages overwrite it.
      }
    }
  }

  /** Starts or, with null, stops reading and writing contexts. Threads may notice late. */
  public static void install(Context context) {
    installed = context;
  }

  /** Behind {@link #arrive}. */
  protected abstract Object arrived(Object request) throws Exception;

  /** Behind {@link #leave}. */
  protected abstract void left(Object before);

  /** Behind {@link #depart}. */
  protected abstract Object departed(Object request) throws Exception;

  /** Behind {@link #messages}. */
  protected abstract Object came(Object iterator);

  /** Behind {@link #poll}. */
  protected abstract void polled();
}
