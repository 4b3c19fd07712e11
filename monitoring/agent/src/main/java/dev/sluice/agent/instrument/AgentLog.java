package dev.sluice.agent.instrument;

import dev.sluice.api.config.Loggers;
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
import java.util.function.Consumer;

/**
 * The logger of all code inside the agent. It does not use the application's logging, which it
 * would initialise too early. Warnings go to standard error unless the agent is quiet, each at most
 * once a minute and at most {@value #MAX_LINES} lines a minute. The last distinct warnings are kept
 * for the report; a file gets everything from INFO on. Any thread.
 */
final class AgentLog implements System.Logger {
  /** Maximum number of distinct warnings that are kept. */
  static final int MAX_WARNINGS = 50;

  private static final int MAX_CHARS = 1_000;

  /** Maximum number of lines on standard error in a minute. */
  private static final int MAX_LINES = 10;

  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** Warnings, the most recent one at the end. */
  private final Map<String, Kept> warnings = new LinkedHashMap<>();

  private final Consumer<String> lines;
  private long count;
  private long minute = System.nanoTime();
  private int linesInMinute;
  private boolean quiet;
  private Path file;

  /**
   * A warning, with its number of repetitions.
   *
   * @param times how often it was logged
   * @param saidAt when it was last on standard error, as {@link System#nanoTime()}
   */
  private record Kept(long times, long saidAt) {}

  private AgentLog(Consumer<String> lines) {
    this.lines = lines;
  }

  /**
   * Makes a log and redirects all loggers to it.
   *
   * @param lines takes what is for standard error
   */
  static AgentLog install(Consumer<String> lines) {
    AgentLog log = new AgentLog(lines);
    Loggers.redirect(name -> log);
    return log;
  }

  /**
   * Begins to append the log to a file.
   *
   * @throws IOException if that cannot be written
   */
  synchronized void appendTo(Path file) throws IOException {
    new FileOutputStream(file.toFile(), true).close();
    this.file = file;
  }

  /** Stops the output to standard error. */
  synchronized void beQuiet() {
    quiet = true;
  }

  /** Prints a line to standard error unless quiet; it is not kept for the report. */
  void print(String line) {
    if (!isQuiet()) {
      lines.accept(line);
    }
  }

  private synchronized boolean isQuiet() {
    return quiet;
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
    } else if (count > 0 && mayPrint(System.nanoTime())) {
      lines.accept(message); // what failed works again
    }
    if (file != null) {
      append(level, message, thrown);
    }
  }

  private void keep(String warning) {
    String text = warning.length() <= MAX_CHARS ? warning : warning.substring(0, MAX_CHARS) + "…";
    count++;
    Kept before = warnings.remove(text);
    long now = System.nanoTime();
    boolean said = before != null && now - before.saidAt() < MINUTE_NANOS;
    if (!said && mayPrint(now)) {
      lines.accept("warning: " + text);
    }
    warnings.put(
        text, new Kept(before == null ? 1 : before.times() + 1, said ? before.saidAt() : now));
    if (warnings.size() > MAX_WARNINGS) {
      warnings.remove(warnings.keySet().iterator().next());
    }
  }

  private boolean mayPrint(long now) {
    if (now - minute >= MINUTE_NANOS) {
      minute = now;
      linesInMinute = 0;
    }
    return !quiet && ++linesInMinute <= MAX_LINES;
  }

  /**
   * Appends a line to the file without a channel, because an interrupt of the application's thread
   * would close it.
   */
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

  /** Returns the number of warnings, repeated ones included. */
  synchronized long count() {
    return count;
  }

  /** Returns the warnings that are kept, the latest last. */
  synchronized List<String> warnings() {
    List<String> texts = new ArrayList<>();
    warnings.forEach(
        (text, kept) -> texts.add(kept.times() == 1 ? text : text + " (" + kept.times() + "×)"));
    return texts;
  }
}
