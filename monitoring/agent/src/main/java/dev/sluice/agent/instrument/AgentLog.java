package dev.sluice.agent.instrument;

import dev.sluice.api.spi.Loggers;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;

/**
 * Where all loggers inside the agent lead: nothing is printed, and the application's logging is not
 * touched, which would be set up by that before its time. The last distinct warnings are kept for
 * the report; a file gets everything from INFO on. Any thread.
 */
final class AgentLog implements System.Logger {
  /** Distinct warnings that are kept. */
  static final int MAX_WARNINGS = 50;

  private static final int MAX_CHARS = 1_000;

  /** By when they were last seen. */
  private final Map<String, Long> warnings = new LinkedHashMap<>();

  private long count;
  private Path file;

  /** A new one, to which all loggers lead from now on. */
  static AgentLog install() {
    AgentLog log = new AgentLog();
    Loggers.redirect(name -> log);
    return log;
  }

  /**
   * Appends to a file from now on.
   *
   * @throws IOException if that cannot be written
   */
  synchronized void appendTo(Path file) throws IOException {
    new FileOutputStream(file.toFile(), true).close();
    this.file = file;
  }

  @Override
  public String getName() {
    return "sluice";
  }

  @Override
  public boolean isLoggable(Level level) {
    return level.getSeverity() >= Level.INFO.getSeverity() && level != Level.OFF;
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
    if (isLoggable(level)) {
      add(level, String.valueOf(message), thrown);
    }
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
    if (isLoggable(level)) {
      boolean plain = parameters == null || parameters.length == 0;
      add(level, plain ? String.valueOf(format) : MessageFormat.format(format, parameters), null);
    }
  }

  private synchronized void add(Level level, String message, Throwable thrown) {
    if (level != Level.INFO) {
      keep(thrown == null ? message : message + ": " + thrown);
    }
    if (file != null) {
      append(level, message, thrown);
    }
  }

  private void keep(String warning) {
    String text = warning.length() <= MAX_CHARS ? warning : warning.substring(0, MAX_CHARS) + "…";
    count++;
    Long before = warnings.remove(text);
    warnings.put(text, before == null ? 1 : before + 1);
    if (warnings.size() > MAX_WARNINGS) {
      warnings.remove(warnings.keySet().iterator().next());
    }
  }

  /** Not by a channel: the thread may be an interrupted one of the application. */
  private void append(Level level, String message, Throwable thrown) {
    try (FileOutputStream bytes = new FileOutputStream(file.toFile(), true);
        PrintWriter out =
            new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), false)) {
      out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + message);
      if (thrown != null) {
        thrown.printStackTrace(out);
      }
    } catch (IOException e) {
      file = null;
      keep("cannot write the log any more: " + e.getMessage());
    }
  }

  /** How many warnings there were, repeated ones included. */
  synchronized long count() {
    return count;
  }

  /** Those that are kept, the latest last. */
  synchronized List<String> warnings() {
    List<String> lines = new ArrayList<>();
    warnings.forEach((text, times) -> lines.add(times == 1 ? text : text + " (" + times + "×)"));
    return lines;
  }
}
