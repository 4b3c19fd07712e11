package dev.sluice.tools.report;

import dev.sluice.analysis.SelectedRows;
import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.tools.format.SafeText;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Causes of failed requests, by trace: the status of the HTTP answer, and the first exception that
 * a record names. Keeps the {@value #MAX_TRACES} traces with the highest ids, so that the result
 * depends on no order of traces. For one thread.
 */
public final class FailureCauses {
  private static final int MAX_TRACES = 1 << 14;

  /** Maximum length of an exception's class and message, in characters. */
  private static final int MAX_CHARS = 300;

  /** Least status of HTTP that counts as a failure. */
  private static final int MIN_STATUS = 500;

  private static final String STATUS = "status";

  /** The field that holds the cause, by type of record. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "sluice.http_request", STATUS,
          "sluice.after_operation_failed", "cause",
          "sluice.observation", "cause",
          "sluice.log_event", "exception");

  private final TreeMap<Id, Cause> causes =
      new TreeMap<>(Comparator.comparingLong(Id::trace).thenComparing(Id::producer));

  private record Id(long trace, long producer) {}

  /** Status 0 and exception null are those that no record names. */
  private record Cause(int status, String exception) {
    Cause and(Cause later) {
      return new Cause(
          Math.max(status, later.status), exception == null ? later.exception : exception);
    }
  }

  /** Returns whether a field of a type of records is read. */
  static boolean reads(String type, String field) {
    String cause = FIELDS.get(type);
    return cause != null && Set.of(cause, "traceId", "traceProducer").contains(field);
  }

  /** Takes rows of a batch; those of other types are ignored. */
  void accept(ColumnBatch batch, int[] selected, int count, long producer) {
    String field = FIELDS.get(batch.type().name());
    int cause = field == null ? -1 : batch.type().indexOf(field);
    if (cause < 0 || batch.type().indexOf("traceId") < 0) {
      return;
    }
    int[] at = SelectedRows.of(batch, selected);
    for (int i = 0; i < SelectedRows.count(batch, selected, count); i++) {
      long value = batch.values()[batch.start(cause) + at[i]];
      Cause of = field.equals(STATUS) ? status(value) : exception(batch, value);
      if (of != null) {
        add(id(batch, at[i], producer), of);
      }
    }
  }

  private static Id id(ColumnBatch batch, int row, long producer) {
    long trace = batch.values()[batch.start(batch.type().indexOf("traceId")) + row];
    int field = batch.type().indexOf("traceProducer");
    long other = field < 0 ? 0 : batch.values()[batch.start(field) + row];
    return new Id(trace, other == 0 ? producer : other);
  }

  private static Cause status(long status) {
    return status < MIN_STATUS ? null : new Cause((int) status, null);
  }

  private static Cause exception(ColumnBatch batch, long value) {
    if (value == 0) {
      return null;
    }
    String text = batch.text(value);
    String brief = text.substring(0, Math.min(MAX_CHARS, text.length()));
    return new Cause(0, SafeText.line(brief));
  }

  private void add(Id id, Cause cause) {
    causes.merge(id, cause, Cause::and);
    if (causes.size() > MAX_TRACES) {
      causes.pollFirstEntry();
    }
  }

  /** Adds what another partition has. */
  void merge(FailureCauses other) {
    other.causes.forEach(this::add);
  }

  /** Writes or reads all causes. */
  void state(StateCodec codec) throws IOException {
    codec.name("causes 1");
    for (Id id : codec.each(causes.keySet(), MAX_TRACES, new Id(0, 0))) {
      Cause of = causes.getOrDefault(id, new Cause(0, null));
      Id same = new Id(codec.number(id.trace), codec.number(id.producer));
      causes.put(same, new Cause(codec.number(of.status), codec.text(of.exception)));
    }
  }

  /** Returns status and exception of a trace, null where no record names one; null for neither. */
  List<Object> of(Trace trace) {
    Cause cause = causes.get(new Id(trace.id(), trace.producer()));
    return cause == null
        ? null
        : Arrays.asList(cause.status == 0 ? null : cause.status, cause.exception);
  }
}
