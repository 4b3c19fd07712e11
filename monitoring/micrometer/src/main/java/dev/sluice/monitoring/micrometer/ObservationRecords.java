package dev.sluice.monitoring.micrometer;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.SqlText;
import dev.sluice.monitoring.records.HttpRequestWriter;
import dev.sluice.monitoring.records.ObservedExecutionWriter;
import dev.sluice.monitoring.records.SqlStatementWriter;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Makes records of observations that stopped. What they are about is known by their key values, of
 * which names are agreed upon; no library that observes is needed. Any thread.
 */
final class ObservationRecords {
  /** Texts beyond travel with their records: names that are not few must not use up memory. */
  private static final int MAX_SYMBOLS = 10_000;

  private static final int MAX_CHARS = 4096;
  private static final KeyValue SERVER_ERROR = KeyValue.of("outcome", "SERVER_ERROR");
  private static final int FIRST_FAILURE = 500;

  /** {@code jdbc.query[0]}, {@code r2dbc.query[1]}. */
  private static final String SQL = "dbc.query[";

  private final RowSink sink;
  private final ObservedExecutionWriter observations;
  private final HttpRequestWriter requests;
  private final SqlStatementWriter statements;
  private final Symbol hostname;
  private final Symbol database;
  private final Map<String, Symbol> symbols = new ConcurrentHashMap<>();

  ObservationRecords(Monitor monitor) {
    sink = monitor.sink();
    observations = ObservedExecutionWriter.create(sink);
    requests = HttpRequestWriter.create(sink);
    statements = SqlStatementWriter.create(sink);
    hostname = sink.symbol(monitor.hostname());
    database = sink.symbol("other_sql");
  }

  /** Where all is recorded. */
  Symbol hostname() {
    return hostname;
  }

  /** Emits what there is to say of an observation, at its place in a trace. */
  void emit(Observation.Context context, long begin, long end, long trace, int eoi, int ess) {
    KeyValues low = context.getLowCardinalityKeyValues();
    KeyValues high = context.getHighCardinalityKeyValues();
    Symbol statement = symbol(find(high, "jdbc.query[0]", "r2dbc.query[0]"));
    int status = context instanceof ReceiverContext ? status(low) : -1;
    Throwable error = context.getError();
    observations.emit(
        statement == null ? operation(context) : statement,
        symbol(context.getName()),
        symbol(text(low)),
        cut(text(high)),
        trace,
        begin,
        end,
        hostname,
        eoi,
        ess,
        error != null || status >= FIRST_FAILURE || low.stream().anyMatch(SERVER_ERROR::equals),
        error == null ? null : Probes.text(error));
    if (statement != null) {
      long rows = rows(find(high, "jdbc.row-affected"));
      statements.emit(end, trace, eoi, statement, rows, database);
    }
    if (context instanceof ReceiverContext) {
      request(low, status, end, trace, eoi);
    }
  }

  private Symbol operation(Observation.Context context) {
    String contextual = context.getContextualName();
    return symbol(contextual == null ? context.getName() : contextual);
  }

  /** Of a message there is no route. */
  private void request(KeyValues low, int status, long end, long trace, int eoi) {
    String method = find(low, "method", "http.request.method");
    String route = find(low, "uri", "http.route");
    if (method != null && route != null) {
      requests.emit(end, trace, eoi, symbol(method), symbol(route), status);
    }
  }

  /** The value of the first of these keys that there is, as it is recorded, or null. */
  private static String find(KeyValues values, String... keys) {
    List<String> wanted = List.of(keys);
    for (KeyValue value : values) {
      if (wanted.contains(value.getKey())) {
        return text(value);
      }
    }
    return null;
  }

  private static int status(KeyValues low) {
    String status = find(low, "status", "http.response.status_code");
    return status != null && status.matches("\\d{3}") ? Integer.parseInt(status) : -1;
  }

  /** Of an update, or of all of a batch; -1 if one of them is not known. */
  private static long rows(String affected) {
    return affected != null && affected.matches("\\[?\\d{1,18}(, \\d{1,18})*]?")
        ? Arrays.stream(affected.split("\\D+"))
            .filter(count -> !count.isEmpty())
            .mapToLong(Long::parseLong)
            .sum()
        : -1;
  }

  private Symbol symbol(String text) {
    if (text == null) {
      return null;
    }
    Symbol known = symbols.get(text);
    if (known != null) {
      return known;
    }
    return symbols.size() < MAX_SYMBOLS
        ? symbols.computeIfAbsent(text, sink::symbol)
        : new Symbol(text, Symbol.INLINE);
  }

  private static String text(KeyValues values) {
    return values.stream()
        .map(value -> value.getKey() + "=" + text(value))
        .collect(Collectors.joining(", "));
  }

  /** Statements say nothing about anybody here, either. */
  private static String text(KeyValue value) {
    return value.getKey().contains(SQL)
        ? SqlText.withoutLiterals(value.getValue())
        : value.getValue();
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), MAX_CHARS));
  }
}
