package dev.sluice.monitoring;

import dev.sluice.api.spi.Loggers;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/** What monitors tell people. A logger is looked up when there is something to log. */
final class Log {
  private Log() {}

  /** Whatever the logger does, this does not throw. */
  static void log(Level level, String what, Throwable cause) {
    log(level, () -> what, cause);
  }

  /** The same for a text that is made only if somebody wants it. */
  static void log(Level level, Supplier<String> what, Throwable cause) {
    try {
      System.Logger logger = Loggers.get("dev.sluice.monitoring");
      if (logger.isLoggable(level)) {
        logger.log(level, what.get(), cause);
      }
    } catch (Throwable e) {
      // There is nobody else to tell.
    }
  }
}
