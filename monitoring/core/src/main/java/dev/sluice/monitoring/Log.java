package dev.sluice.monitoring;

import dev.sluice.api.config.Loggers;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/** Log for messages of monitors. The logger is looked up when there is something to log. */
final class Log {
  private Log() {}

  /** Logs a message and never throws, whatever the logger does; returns false if it failed. */
  static boolean log(Level level, String what, Throwable cause) {
    try {
      return log(level, () -> what, cause);
    } catch (OutOfMemoryError e) {
      return false; // there is not even room for the supplier
    }
  }

  /** Logs a text that is created only if its level is enabled. */
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
