package dev.sluice.api.config;

import java.util.function.Function;

/**
 * Where all our libraries get their loggers. They are the platform's, unless who runs the libraries
 * inside a program that is not theirs keeps them away from that program's logging. Any thread.
 *
 * <p>A library asks when it has something to log: until then the platform's logging is not touched.
 */
public final class Loggers {
  private static volatile Function<String, System.Logger> source;

  private Loggers() {}

  /** The logger of that name: {@link System#getLogger}, or what it was redirected to. */
  public static System.Logger get(String name) {
    Function<String, System.Logger> redirected = source;
    return redirected == null ? System.getLogger(name) : redirected.apply(name);
  }

  /**
   * From now on loggers come from there. Libraries may keep those they have, so this comes before
   * anything else of theirs is used.
   *
   * @param loggers called by any thread; null for the platform's again
   */
  public static void redirect(Function<String, System.Logger> loggers) {
    source = loggers;
  }
}
