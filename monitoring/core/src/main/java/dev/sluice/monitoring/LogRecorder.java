package dev.sluice.monitoring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.ActiveTrace;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.LogEventWriter;
import dev.sluice.support.platform.SystemPlatform;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Recorder of log events for appenders of logging libraries: {@code sluice.log_event}. Events of
 * the threads of sinks are left out and counted, because recording them would cause more of them.
 * Any thread.
 */
public final class LogRecorder implements AutoCloseable {
  private static final int MAX_TEXT_CHARS = 8192;
  private static final int OWN_FIELDS = 3;

  private final Monitor monitor;
  private final boolean owned;
  private final LogEventWriter writer;
  private final BoundedSymbols symbols;

  /**
   * Opens the sink of the records.
   *
   * @param sink a URI; null for the monitor of the process, whose traces it then shares
   * @throws dev.sluice.api.config.ConfigurationException if the URI or an option is wrong
   */
  public LogRecorder(String sink) {
    owned = sink != null;
    monitor =
        owned
            ? Monitor.builder().configuration(ConfigurationSources.ofProcess()).open(sink)
            : Monitor.process();
    writer = LogEventWriter.create(monitor.sink());
    symbols = new BoundedSymbols(monitor.sink());
  }

  /**
   * Properties of a log event besides its message.
   *
   * @param time when
   * @param level the level's name
   * @param logger the logger's name
   * @param thread name of the thread that logged it: if it is another one than the caller, the
   *     trace is not known
   * @param marker the marker's name, or null
   * @param context what the thread noted for its messages
   */
  public record Origin(
      Instant time,
      String level,
      String logger,
      String thread,
      String marker,
      Map<String, String> context) {}

  /**
   * Records a log event; never throws. An event that cannot be recorded is counted as dropped.
   *
   * @param pattern the message without its arguments
   * @param arguments in their order, or null
   * @param exception or null
   */
  public void record(Origin origin, String pattern, Object[] arguments, Throwable exception) {
    try {
      boolean here = Thread.currentThread().getName().equals(origin.thread);
      if (monitor.isEnabled() && !(here && monitor.leavesOutLogEvent())) {
        emit(origin, here, pattern, arguments, exception);
      }
    } catch (Throwable e) {
      Rows.reject(monitor.sink(), DropCause.ENCODE_ERROR, LogEventWriter.TYPE);
    }
  }

  private void emit(
      Origin origin, boolean here, String pattern, Object[] arguments, Throwable exception) {
    long age = SystemPlatform.get().epochNanos() - nanos(origin.time);
    ActiveTrace trace = here ? ActiveTrace.of(monitor.probes()) : ActiveTrace.NONE;
    writer.emit(
        System.nanoTime() - age,
        symbol(origin.level),
        symbol(origin.logger),
        symbol(pattern),
        text(arguments, 0),
        text(arguments, 1),
        text(arguments, 2),
        others(arguments),
        symbol(origin.thread),
        symbol(origin.marker),
        context(origin.context),
        exception == null ? null : Probes.text(exception),
        exception == null ? null : stack(exception),
        trace.producer(),
        trace.id());
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  private Symbol symbol(String text) {
    return symbols.of(text == null ? null : cut(text));
  }

  private static String text(Object[] arguments, int i) {
    return arguments == null || i >= arguments.length ? null : text(arguments[i]);
  }

  private static String text(Object argument) {
    try {
      return cut(String.valueOf(argument));
    } catch (RuntimeException e) {
      return argument.getClass().getName() + " that cannot be formatted: " + e.getClass().getName();
    }
  }

  private static String others(Object[] arguments) {
    return arguments == null || arguments.length <= OWN_FIELDS
        ? null
        : cut(
            Arrays.stream(arguments)
                .skip(OWN_FIELDS)
                .map(LogRecorder::text)
                .collect(Collectors.joining("\n")));
  }

  private static String context(Map<String, String> context) {
    return context == null || context.isEmpty()
        ? null
        : cut(
            context.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", ")));
  }

  private static String stack(Throwable exception) {
    StringWriter text = new StringWriter();
    exception.printStackTrace(new PrintWriter(text));
    return cut(text.toString());
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS);
  }

  /** Sends the recorded events; the monitor of the process stays open. */
  @Override
  public void close() {
    if (owned) {
      monitor.close();
    }
  }
}
