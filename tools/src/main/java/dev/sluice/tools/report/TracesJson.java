package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.streams.ProducerAudit;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Single traces of a report: {@code traces}, and {@code threads} and {@code texts} that they name.
 * Calls are told of those worth most, until they take {@value #ALL_BYTES} bytes. For one thread.
 */
final class TracesJson {
  private static final int ALL_BYTES = 480_000;
  private static final int MOST_BYTES = 60_000;

  private static final int FAILED = 1;
  private static final int INCOMPLETE = 2;
  private static final int BROKEN = 4;
  private static final int FAILED_INSIDE = 8;
  private static final int UNPROVEN = 16;
  private static final int CUT = 32;

  private final ReportModel model;
  private final JsonGenerator json;
  private final Map<String, Integer> threads = new LinkedHashMap<>();
  private final Map<String, Integer> texts = new LinkedHashMap<>();

  TracesJson(ReportModel model, JsonGenerator json) {
    this.model = model;
    this.json = json;
  }

  void write() throws IOException {
    List<Trace> chosen = model.traces();
    Map<Trace, List<TraceRow>> calls = new HashMap<>();
    int all = 0;
    for (Trace trace : chosen) {
      List<TraceRow> rows =
          trace.size() < trace.calls() ? List.of() : TraceRow.of(trace, model.operations);
      int bytes = TraceRow.bytes(rows);
      if (!rows.isEmpty() && bytes <= MOST_BYTES && all + bytes <= ALL_BYTES) {
        all += bytes;
        calls.put(trace, rows);
      }
    }
    List<String> producers = model.audit.producers().stream().map(ProducerAudit::id).toList();
    json.writeArrayFieldStart("traces");
    for (Trace trace :
        chosen.stream().sorted((a, b) -> Long.compare(b.duration(), a.duration())).toList()) {
      trace(trace, calls.get(trace), producers.indexOf(String.format("%016x", trace.producer())));
    }
    json.writeEndArray();
    names("threads", threads);
    names("texts", texts);
  }

  private void names(String field, Map<String, Integer> names) throws IOException {
    json.writeFieldName(field);
    json.writeArray(names.keySet().toArray(String[]::new), 0, names.size());
  }

  private void trace(Trace trace, List<TraceRow> rows, int producer) throws IOException {
    json.writeStartArray();
    json.writeString(Long.toString(trace.id()));
    json.writeNumber(TraceRow.micros(trace.begin() - model.begin));
    json.writeNumber(trace.duration());
    json.writeNumber(model.row(trace));
    json.writeNumber(trace.calls());
    json.writeNumber(flags(trace));
    json.writeNumber(trace.missing());
    json.writeStartArray();
    for (Reason reason : trace.reasons()) {
      json.writeString(reason.label());
    }
    json.writeEndArray();
    if (rows == null) {
      json.writeNumber(0);
    } else {
      json.writeStartArray();
      for (TraceRow row : rows) {
        row.write(json, trace);
      }
      json.writeEndArray();
    }
    json.writeNumber(producer);
    json.writeNumber(trace.isAnnounced() ? number(threads, producer + ":" + trace.thread()) : -1);
    String text = trace.session() != null ? trace.session() : trace.host();
    json.writeNumber(text == null ? -1 : number(texts, text));
    json.writeEndArray();
  }

  private static int number(Map<String, Integer> names, String name) {
    return names.computeIfAbsent(name, absent -> names.size());
  }

  private static int flags(Trace trace) {
    boolean failed = Collected.isFailed(trace);
    boolean inside = false;
    for (int i = failed ? 1 : 0; i < trace.size(); i++) {
      inside |= trace.failed(i);
    }
    return (failed ? FAILED : 0)
        | (trace.state() == TraceState.INCOMPLETE ? INCOMPLETE : 0)
        | (trace.state() == TraceState.BROKEN ? BROKEN : 0)
        | (inside ? FAILED_INSIDE : 0)
        | (trace.state() == TraceState.VALID && !trace.isProven() ? UNPROVEN : 0)
        | (trace.isCut() ? CUT : 0);
  }
}
