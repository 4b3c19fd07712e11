package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.calls.Message;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.format.Csv;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Files of a report for programs: CSV, DOT and Mermaid. */
public final class ReportFiles {
  private static final int MAX_MESSAGES = 2_000;

  private ReportFiles() {}

  static String csv(List<OperationLine> operations) {
    StringBuilder csv =
        new StringBuilder("operation,calls,failed,total_ns,self_ns,p50_ns,p99_ns,max_ns\r\n");
    for (OperationLine one : operations) {
      Calls of = one.calls();
      Object[] figures = {
        of.calls(), of.failed(), of.sum(), of.self(), of.nanos(0.5), of.nanos(0.99), of.max()
      };
      csv.append(Csv.value(one.signature()));
      for (Object figure : figures) {
        csv.append(',').append(figure == null ? "" : figure);
      }
      csv.append("\r\n");
    }
    return csv.toString();
  }

  /** Returns a directed graph for Graphviz, of the calls of each callee by each caller. */
  static String dot(List<Map.Entry<List<String>, Long>> edges) {
    String lines =
        edges.stream()
            .map(edge -> dot(edge.getKey().get(0), edge.getKey().get(1), edge.getValue()))
            .collect(Collectors.joining());
    return "digraph calls {\n  rankdir=LR;\n  node [shape=box];\n" + lines + "}\n";
  }

  private static String dot(String caller, String callee, long calls) {
    return "  %s -> %s [label=\"%s\"];\n".formatted(quoted(caller), quoted(callee), calls);
  }

  private static String quoted(String text) {
    String safe = text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + safe + '"';
  }

  /** Returns a sequence diagram for Mermaid; participants have numbers, which no text can break. */
  static String mermaid(Trace trace) {
    Map<String, Integer> lanes = lanes(trace);
    StringBuilder text = new StringBuilder("sequenceDiagram\n");
    UnaryOperator<String> names = OperationNames.ofTypes(lanes.keySet().stream());
    lanes.forEach(
        (name, lane) ->
            text.append("  participant p" + lane + " as " + plain(names.apply(name)) + "\n"));
    for (Message message : Message.of(trace, MAX_MESSAGES)) {
      int from = lane(trace, lanes, message.call() ? message.caller() : message.callee());
      int to = lane(trace, lanes, message.call() ? message.callee() : message.caller());
      String label = message.call() ? plain(Signature.method(name(trace, message))) : "return";
      text.append("  p" + from + (message.call() ? "->>" : "-->>") + "p" + to + ": " + label);
      text.append('\n');
    }
    return text.toString();
  }

  /** Only letters, digits and a few signs mean nothing to Mermaid. */
  private static String plain(String text) {
    String safe = text.replaceAll("[^\\p{L}\\p{N}_$. ()-]", "_");
    return safe.isBlank() ? "_" : safe;
  }

  private static String name(Trace trace, Message message) {
    return trace.signature(message.callee());
  }

  /** Components of a trace and who calls it, numbered in the order of their first call. */
  static Map<String, Integer> lanes(Trace trace) {
    Map<String, Integer> lanes = new LinkedHashMap<>();
    lanes.put("(entry)", 0);
    for (int i = 0; i < trace.size(); i++) {
      lanes.putIfAbsent(Signature.type(trace.signature(i)), lanes.size());
    }
    return lanes;
  }

  static int lane(Trace trace, Map<String, Integer> lanes, int execution) {
    return execution < 0 ? 0 : lanes.get(Signature.type(trace.signature(execution)));
  }
}
