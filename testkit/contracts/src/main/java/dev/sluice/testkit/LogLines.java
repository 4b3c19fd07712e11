package dev.sluice.testkit;

import dev.sluice.api.config.Loggers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/** What our libraries log while it is open, in place of the platform's log. */
public final class LogLines implements AutoCloseable {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  /** Records from now on. */
  public LogLines() {
    Loggers.redirect(Recorder::new);
  }

  /** The lines so far: level and text. */
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
    Loggers.redirect(null);
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

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      lines.add(level + " " + text);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      lines.add(level + " " + format);
    }
  }
}
