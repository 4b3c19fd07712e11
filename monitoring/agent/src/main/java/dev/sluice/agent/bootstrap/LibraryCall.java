package dev.sluice.agent.bootstrap;

/**
 * Class whose methods are called by methods of libraries that a context or a preset observes. Runs
 * as {@code java.lang.SluiceLibraryCall}, defined only where one of them is on. Never throws.
 */
public abstract class LibraryCall {
  private static LibraryCall installed;

  /** Called by the implementation. */
  protected LibraryCall() {}

  /**
   * Notes that a method of a library begins.
   *
   * @param place the number that was bound into it
   * @param self the object that executes it
   * @param first its first argument or null
   * @param second its second argument or null
   * @return for {@link #end}; null if nothing is recorded
   */
  public static Object begin(int place, Object self, Object first, Object second) {
    LibraryCall call = installed;
    if (call != null) {
      try {
        return call.began(place, self, first, second);
      } catch (Throwable e) {
        // It is not recorded.
      }
    }
    return null;
  }

  /**
   * Notes that a method of a library ends.
   *
   * @param result what it returns, or null
   * @param failure what it throws, or null
   * @return what it should return
   */
  public static Object end(Object begun, Object result, Throwable failure) {
    LibraryCall call = installed;
    if (begun != null && call != null) {
      try {
        return call.ended(begun, result, failure);
      } catch (Throwable e) {
        // The same.
      }
    }
    return result;
  }

  /**
   * Notes that a request or message is about to be sent.
   *
   * @return the one to send, of the same class; a request that cannot be changed has a copy
   */
  public static Object send(Object request) {
    LibraryCall call = installed;
    if (call != null) {
      try {
        return call.sent(request);
      } catch (Throwable e) {
        // It is sent as it is.
      }
    }
    return request;
  }

  /** Starts or, with null, stops recording. Threads may notice it late. */
  public static void install(LibraryCall call) {
    installed = call;
  }

  /** Implements {@link #begin}. */
  protected abstract Object began(int place, Object self, Object first, Object second)
      throws Throwable;

  /** Implements {@link #send}. */
  protected abstract Object sent(Object request) throws Throwable;

  /** Implements {@link #end}. */
  protected abstract Object ended(Object begun, Object result, Throwable failure) throws Throwable;
}
