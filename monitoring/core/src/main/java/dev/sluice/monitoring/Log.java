package dev.sluice.monitoring;

import dev.sluice.api.spi.Loggers;
import java.lang.System.Logger.Level;

/** What monitors tell people. A logger is looked up when there is something to log. */
final class Log {
  private Log() {}

  /** Whatever the logger does, this does not throw. */
  static void log(Level level, String what, Throwable cause) {
    try {
      Loggers.get("dev.sluice.monitoring").log(level, what, cause);
    } catch (Throwable e) {
      // There is nobody else to tell.
    }
  }
}
