package dev.sluice.agent.presets;

/** A request that is answered here. */
interface Served {
  /** The method of HTTP, as it was sent. */
  String method() throws Exception;

  /** The path, as it was sent. */
  String path() throws Exception;

  /** The pattern that the path was found by, or null. */
  String pattern() throws Exception;

  /** The answer's code; -1 if there is none. */
  int status(Throwable failure) throws Exception;

  /** What was kept of it, or null. */
  default Object kept() throws Exception {
    return null;
  }

  /** Keeps something until it is answered. */
  default void keep(Object what) throws Exception {}

  /** Whether it is answered later, by whatever thread. */
  default boolean isAsync() throws Exception {
    return false;
  }

  /** Lets somebody know when an asynchronous one is answered. */
  default void listen(Runnable answered) throws Exception {
    throw new UnsupportedOperationException();
  }
}
