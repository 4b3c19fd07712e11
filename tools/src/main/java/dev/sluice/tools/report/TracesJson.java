package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Ids;
import dev.sluice.streams.ProducerAudit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Single traces of a report, and names of threads and texts that they have. Calls are written for
 * the most useful traces, up to {@value #MAX_TOTAL_BYTES} bytes. For one thread.
 */
final class TracesJson {
  private static final int MAX_TOTAL_BYTES = 480_000;
  private static final int MAX_TRACE_BYTES = 60_000;

  private final ReportModel model;
  private final List<String> producers;
  private final Map<String, Integer> threads = new LinkedHashMap<>();
  private final Map<String, Integer> texts = new LinkedHashMap<>();

  TracesJson(ReportModel model) {
    this.model = model;
    producers = model.audit.producers().stream().map(ProducerAudit::id).toList();
  }

  List<Object> rows() {
    List<Trace> chosen = model.traces();
    Map<Trace, List<TraceRow>> calls = new HashMap<>();
    int all = 0;
    for (Trace trace : chosen) {
      List<TraceRow> rows = trace.size() < trace.calls() ? List.of() : TraceRow.of(trace);
      int bytes = rows.stream().mapToInt(TraceRow::bytes).sum();
      if (bytes > 0 && bytes <= MAX_TRACE_BYTES && all + bytes <= MAX_TOTAL_BYTES) {
        all += bytes;
        calls.put(trace, rows);
      }
    }
    List<Trace> sorted = new ArrayList<>(chosen);
    sorted.sort(Comparator.comparing(trace -> -trace.duration()));
    return sorted.stream().<Object>map(trace -> row(trace, calls.get(trace))).toList();
  }

  Collection<String> threads() {
    return threads.keySet();
  }

  Collection<String> texts() {
    return texts.keySet();
  }

  private List<Object> row(Trace trace, List<TraceRow> rows) {
    int producer = producers.indexOf(Ids.print(trace.producer()));
    String text = trace.session() != null ? trace.session() : trace.host();
    return Arrays.asList(
        model.key(trace),
        TraceRow.micros(trace.begin() - model.begin),
        trace.duration(),
        model.row(trace),
        trace.calls(),
        flags(trace),
        trace.missing(),
        trace.reasons().stream().map(Reason::label).toList(),
        rows == null ? 0 : rows.stream().map(row -> row.json(trace, model.operations)).toList(),
        producer,
        trace.isAnnounced() ? number(threads, producer + ":" + trace.thread()) : -1,
        text == null ? -1 : number(texts, text));
  }

  private static int number(Map<String, Integer> names, String name) {
    return names.computeIfAbsent(name, absent -> names.size());
  }

  private static int flags(Trace trace) {
    boolean failed = Collected.isFailed(trace);
    boolean inside = IntStream.range(failed ? 1 : 0, trace.size()).anyMatch(trace::failed);
    boolean unproven = trace.state() == TraceState.VALID && !trace.isProven();
    int flags = failed ? 1 : 0;
    flags |= trace.state() == TraceState.INCOMPLETE ? 2 : 0;
    flags |= trace.state() == TraceState.BROKEN ? 4 : 0;
    flags |= inside ? 8 : 0;
    flags |= unproven ? 16 : 0;
    flags |= trace.isCut() ? 32 : 0;
    return flags;
  }
}
