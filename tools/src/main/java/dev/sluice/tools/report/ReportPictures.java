package dev.sluice.tools.report;

import dev.sluice.analysis.calls.CallGraph.Edge;
import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.calls.Message;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.pages.Page;
import dev.sluice.pages.Picture;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The pictures of a report; of what is large, the most important. For one thread. */
final class ReportPictures {
  private static final int EDGES = 60;
  private static final int FLAMES = 3_000;
  private static final int MESSAGES = 80;

  private final Page page;
  private final UnaryOperator<String> operations;

  /** {@code operations} gives the name of an operation. */
  ReportPictures(Page page, UnaryOperator<String> operations) {
    this.page = page;
    this.operations = operations;
  }

  /** Who calls whom, those with the most calls. */
  void graph(String title, List<Edge> edges, boolean components) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    Map<String, Long> calls = new LinkedHashMap<>();
    List<List<?>> arrows = new ArrayList<>();
    for (Edge edge : edges.subList(0, Math.min(EDGES, edges.size()))) {
      String caller = edge.caller() == null ? "(entry)" : edge.caller();
      numbers.putIfAbsent(caller, numbers.size());
      numbers.putIfAbsent(edge.callee(), numbers.size());
      calls.merge(edge.callee(), edge.calls(), Long::sum);
      arrows.add(
          List.of(
              numbers.get(caller),
              numbers.get(edge.callee()),
              edge.calls(),
              edge.durations().quantile(0.5),
              edge.durations().quantile(0.99)));
    }
    List<List<?>> nodes = new ArrayList<>();
    UnaryOperator<String> names =
        components ? OperationNames.ofTypes(numbers.keySet().stream()) : operations;
    for (String name : numbers.keySet()) {
      nodes.add(List.of(names.apply(name), SafeText.line(name), calls.getOrDefault(name, 0L)));
    }
    page.picture(Picture.graph(title, nodes, arrows));
    ReportPage.more(page, edges.size(), EDGES, "rarer edge");
  }

  /** Call paths, those with the most time. */
  void flame(CallTree tree) {
    int size = tree.size();
    if (size < 2) {
      return;
    }
    long[] totals = new long[size];
    for (int i = size - 1; i > 0; i--) {
      totals[i] = Math.max(totals[i], tree.total(i));
      totals[tree.caller(i)] += tree.total(tree.caller(i)) == 0 ? totals[i] : 0;
    }
    boolean[] kept = new boolean[size];
    IntStream.range(0, size)
        .boxed()
        .sorted(Comparator.comparingLong((Integer i) -> -totals[i]).thenComparing(tree::signature))
        .limit(FLAMES)
        .forEach(i -> kept[i] = true);
    int[] places = new int[size];
    List<List<?>> nodes = new ArrayList<>();
    for (int i : tree.inOrder()) {
      kept[i] &= i == 0 || kept[tree.caller(i)];
      if (kept[i]) {
        places[i] = nodes.size();
        int caller = i == 0 ? 0 : places[tree.caller(i)];
        String name = i == 0 ? "all" : operations.apply(tree.signature(i));
        nodes.add(List.of(caller, name, totals[i], tree.self(i), tree.calls(i), tree.failed(i)));
      }
    }
    page.heading("Flame graph")
        .paragraph("Width is time. A click shows one call path alone; search marks operations.")
        .picture(Picture.flame("Call paths of all traces", nodes));
    ReportPage.more(page, size, nodes.size(), "short call path");
    ReportPage.more(page, tree.beyond(), 0, "call beyond the bound of call path");
  }

  /** Traces by time and duration. */
  void heat(HeatMap heat) {
    int lowest = HeatMap.LEVELS;
    int highest = -1;
    List<int[]> found = new ArrayList<>();
    for (int slot = 0; slot < heat.slots(); slot++) {
      for (int level = 0; level < HeatMap.LEVELS; level++) {
        if (heat.count(slot, level) > 0) {
          found.add(new int[] {slot, level});
          lowest = Math.min(lowest, level);
          highest = Math.max(highest, level);
        }
      }
    }
    if (found.isEmpty()) {
      return;
    }
    int bottom = lowest;
    List<List<?>> cells = new ArrayList<>();
    found.forEach(at -> cells.add(List.of(at[0], at[1] - bottom, heat.count(at[0], at[1]))));
    List<String> slots =
        IntStream.range(0, heat.slots())
            .mapToObj(slot -> Instants.millis(heat.begin(slot)).substring(11, 23))
            .toList();
    List<String> levels =
        IntStream.rangeClosed(bottom, highest)
            .mapToObj(level -> Figures.nanos(Math.scalb(1.0, level)))
            .toList();
    page.picture(
        Picture.heat(
            "Traces by time and duration, from " + Instants.millis(heat.begin(0)),
            slots,
            levels,
            cells));
  }

  /** Who called whom in a trace, of which the reader chooses one. */
  void sequence(List<Trace> traces) {
    page.picture(
        Picture.sequence(
            "Sequence of a trace", traces.stream().<List<?>>map(this::sequence).toList()));
    page.paragraph(
        "Of a trace the first " + MESSAGES + " messages; sequence.mmd has more of the first.");
  }

  private List<?> sequence(Trace trace) {
    Map<String, Integer> lanes = ReportFiles.lanes(trace);
    List<List<?>> messages = new ArrayList<>();
    for (Message one : Message.of(trace, MESSAGES)) {
      int caller = ReportFiles.lane(trace, lanes, one.caller());
      int callee = ReportFiles.lane(trace, lanes, one.callee());
      String text =
          one.call()
              ? SafeText.line(Signature.method(trace.signature(one.callee())))
              : Figures.nanos(trace.duration(one.callee()));
      messages.add(
          List.of(one.call() ? caller : callee, one.call() ? callee : caller, text, one.call()));
    }
    List<String> names =
        lanes.keySet().stream().map(OperationNames.ofTypes(lanes.keySet().stream())).toList();
    String first = trace.size() == 0 ? "" : ", " + operations.apply(trace.signature(0));
    String name = "Trace " + trace.id() + ", " + Figures.nanos(trace.duration()) + first;
    return List.of(name, names, messages);
  }
}
