package dev.sluice.monitoring.micrometer;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.BoundedSymbols;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.SqlText;
import dev.sluice.monitoring.records.HttpRequestWriter;
import dev.sluice.monitoring.records.ObservedExecutionWriter;
import dev.sluice.monitoring.records.SqlStatementWriter;
import dev.sluice.monitoring.records.TraceMetadataWriter;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Emitter of records of observations that stopped. It recognizes them by the conventional names of
 * their key values; no observing library is needed. Any thread.
 */
final class ObservationRecords {
  private static final int MAX_CHARS = 4096;
  private static final KeyValue SERVER_ERROR = KeyValue.of("outcome", "SERVER_ERROR");
  private static final int FIRST_FAILURE = 500;

  /** Beginning of the keys of SQL statements: {@code jdbc.query[0]}, {@code r2dbc.query[1]}. */
  private static final String SQL = "dbc.query[";

  private final ObservedExecutionWriter observations;
  private final TraceMetadataWriter traces;
  private final HttpRequestWriter requests;
  private final SqlStatementWriter statements;
  private final Symbol hostname;
  private final Symbol database;
  final BoundedSymbols symbols;

  ObservationRecords(Monitor monitor) {
    RowSink sink = monitor.sink();
    observations = ObservedExecutionWriter.create(sink);
    symbols = new BoundedSymbols(sink);
    traces = TraceMetadataWriter.create(sink);
    requests = HttpRequestWriter.create(sink);
    statements = SqlStatementWriter.create(sink);
    hostname = sink.symbol(monitor.hostname());
    database = sink.symbol("other_sql");
  }

  /** Emits that a trace begins at a place of another one. */
  void announce(long trace, long begin, ObservedPlace parent) {
    long thread = Thread.currentThread().getId();
    int depth = parent.depth + 1;
    traces.emit(begin, trace, thread, null, hostname, parent.trace, parent.order, depth);
  }

  /** Emits the records of an observation, at its place in a trace. */
  void emit(Observation.Context context, long begin, long end, long trace, int eoi, int ess) {
    KeyValues low = context.getLowCardinalityKeyValues();
    KeyValues high = context.getHighCardinalityKeyValues();
    String sql = find(high, "jdbc.query[0]", "r2dbc.query[0]");
    String all = text(high);
    String contextual = context.getContextualName();
    boolean isReceived = context instanceof ReceiverContext;
    int status = isReceived ? number(find(low, "status", "http.response.status_code")) : -1;
    Throwable error = context.getError();
    observations.emit(
        symbols.of(sql != null ? sql : contextual != null ? contextual : context.getName()),
        symbols.of(context.getName()),
        symbols.of(text(low)),
        all.substring(0, Math.min(all.length(), MAX_CHARS)),
        trace,
        begin,
        end,
        hostname,
        eoi,
        ess,
        error != null || status >= FIRST_FAILURE || low.stream().anyMatch(SERVER_ERROR::equals),
        error == null ? null : Probes.text(error));
    if (sql != null) {
      // Of a batch there are several numbers.
      long rows = number(find(high, "jdbc.row-affected"));
      statements.emit(end, trace, eoi, symbols.of(sql), rows, database);
    }
    String route = isReceived ? find(low, "uri", "http.route") : null;
    if (route != null) {
      Symbol method = symbols.of(find(low, "method", "http.request.method"));
      requests.emit(end, trace, eoi, method, symbols.of(route), status);
    }
  }

  /** Returns the value of the first existing key, in the form in which it is recorded, or null. */
  private static String find(KeyValues values, String... keys) {
    return values.stream()
        .filter(value -> Arrays.asList(keys).contains(value.getKey()))
        .map(value -> text(value))
        .findFirst()
        .orElse(null);
  }

  /** Returns a number that is not negative; -1 if the text is no such number, or missing. */
  private static int number(String text) {
    return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }

  private static String text(KeyValues values) {
    return values.stream()
        .map(value -> value.getKey() + "=" + text(value))
        .collect(Collectors.joining(", "));
  }

  /** Returns the text of a key value; SQL statements are returned without their literals. */
  private static String text(KeyValue value) {
    return value.getKey().contains(SQL)
        ? SqlText.withoutLiterals(value.getValue())
        : value.getValue();
  }
}
