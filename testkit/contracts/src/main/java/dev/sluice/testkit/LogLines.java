package dev.sluice.testkit;

import dev.sluice.api.config.Loggers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * Recorder of what Sluice's libraries log while it is open; it replaces the platform's log. A
 * recorder that is opened while another is open replaces it and must be closed first. Opened and
 * closed by the thread of the test; any thread may log.
 */
public final class LogLines implements AutoCloseable {
  private static LogLines innermost;

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Predicate<String> taken;
  private final LogLines outer;

  /** Creates a recorder of all lines from now on. */
  public LogLines() {
    this(line -> true);
  }

  /**
   * Creates a recorder of the lines that the predicate accepts; other lines are logged as usual.
   *
   * @param taken asked about level and text, by any thread
   */
  public LogLines(Predicate<String> taken) {
    this.taken = taken;
    outer = innermost;
    innermost = this;
    Loggers.redirect(Recorder::new);
  }

  /** Returns the lines so far, each with level and text. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  /** Waits for a line that contains the text, and runs {@code meanwhile} repeatedly. */
  public void await(String text, Runnable meanwhile) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              meanwhile.run();
              return lines.stream().anyMatch(line -> line.contains(text));
            });
  }

  @Override
  public void close() {
    innermost = outer;
    Loggers.redirect(outer == null ? null : name -> outer.new Recorder(name));
  }

  private final class Recorder implements System.Logger {
    private final String name;

    Recorder(String name) {
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    /** Returns whether the line is recorded; if not, it belongs to the other logger. */
    private boolean isTaken(Level level, String text) {
      String line = level + " " + text;
      return taken.test(line) && lines.add(line);
    }

    private System.Logger other() {
      return outer == null ? System.getLogger(name) : outer.new Recorder(name);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      if (!isTaken(level, text)) {
        other().log(level, bundle, text, thrown);
      }
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      if (!isTaken(level, format)) {
        other().log(level, bundle, format, parameters);
      }
    }
  }
}
