package dev.sluice.monitoring;

import dev.sluice.api.config.Loggers;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/** What monitors tell people. A logger is looked up when there is something to log. */
final class Log {
  private Log() {}

  /** Whatever the logger does, this does not throw; the result is false if it failed. */
  static boolean log(Level level, String what, Throwable cause) {
    try {
      return log(level, () -> what, cause);
    } catch (OutOfMemoryError e) {
      return false; // there is not even room for the supplier
    }
  }

  /** The same for a text that is made only if somebody wants it. */
  static boolean log(Level level, Supplier<String> what, Throwable cause) {
    try {
      System.Logger logger = Loggers.get("dev.sluice.monitoring");
      if (logger.isLoggable(level)) {
        logger.log(level, what.get(), cause);
      }
      return true;
    } catch (Throwable e) {
      return false; // there is nobody else to tell
    }
  }
}
