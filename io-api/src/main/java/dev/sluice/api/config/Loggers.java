package dev.sluice.api.config;

import java.util.function.Function;

/**
 * Source of the loggers of all Sluice libraries. These are the platform's loggers, unless the
 * agent, which runs in a program of others, redirects them away from that program's logging. Any
 * thread.
 *
 * <p>A library asks when it has something to log: until then the platform's logging is not touched.
 */
public final class Loggers {
  private static volatile Function<String, System.Logger> source;

  private Loggers() {}

  /**
   * Returns the logger with this name: that of {@link System#getLogger}, or the one it was
   * redirected to.
   */
  public static System.Logger get(String name) {
    Function<String, System.Logger> redirected = source;
    return redirected == null ? System.getLogger(name) : redirected.apply(name);
  }

  /**
   * Takes all later loggers from the given function. Libraries may keep those they have, so this
   * comes before anything else of theirs is used.
   *
   * @param loggers called by any thread; null for the platform's again
   */
  public static void redirect(Function<String, System.Logger> loggers) {
    source = loggers;
  }
}
