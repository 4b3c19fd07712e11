package dev.sluice.support;

import dev.sluice.api.config.Loggers;
import java.util.List;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What our libraries log while it is open, in place of the platform's log. */
public final class Logged implements AutoCloseable, System.Logger {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  /** What the next line fails with, or null. */
  Error failing;

  /** Records all from now on. */
  public Logged() {
    Loggers.redirect(name -> this);
  }

  /** The lines so far: level and text. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    Loggers.redirect(null);
  }

  @Override
  public String getName() {
    return "logged";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
    if (failing != null) {
      throw failing;
    }
    lines.add(level + " " + text);
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
    log(level, bundle, format, (Throwable) null);
  }
}
