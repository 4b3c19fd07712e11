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
 * What our libraries log while it is open, in place of the platform's log. One that is opened while
 * another is takes its place until it is closed, which comes first. Opened and closed by the thread
 * of the test; any thread may log.
 */
public final class LogLines implements AutoCloseable {
  private static LogLines innermost;

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Predicate<String> taken;
  private final LogLines outer;

  /** Records all from now on. */
  public LogLines() {
    this(line -> true);
  }

  /**
   * Records from now on what the predicate wants; all else is logged as if this were not open.
   *
   * @param taken asked about level and text, by any thread
   */
  public LogLines(Predicate<String> taken) {
    this.taken = taken;
    outer = innermost;
    innermost = this;
    Loggers.redirect(Recorder::new);
  }

  /** Returns the lines so far: level and text. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  /** Waits for a line that contains the text, doing something meanwhile. */
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

    /** Returns whether the line is recorded; if not, it is the other logger's. */
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
