package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.analyze.RecordedRequests.Call;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/** Compares the flame graph and the dependencies of a page with the calls that were recorded. */
final class PathsCheck {
  private static final double CUT = 1 / 20_000.0; // of the time of all, below which none is shown
  private static final double CUT_OF_KIND = 1 / 200.0;
  private static final double PIXELS = 2;
  // Calls are counted together in slices, each a part of the time and some milliseconds.
  private static final double SLICE = 1 / 32.0;
  private static final double MIN_SLICE_NANOS = 1 << 23;

  private static final Pattern FLOW = Pattern.compile("(\\S+) → (\\S+): (.+), ([\\d,]+) calls?");
  private static final Pattern CLASS = Pattern.compile("(\\S+): self (.+)");

  private final ReportPageCheck check;
  private final SoftAssertions soft;
  private final Map<String, String> labels;
  private final List<Request> requests;
  private final double all;

  /** Calls of a path, of an edge, or between classes. */
  private static final class Sum {
    private long calls;
    private long failed;
    private double total;
    private double self;
    private final List<Double> begins = new ArrayList<>();

    private void add(Call call) {
      calls++;
      failed += call.failed() ? 1 : 0;
      total += call.nanos();
      self += call.self();
    }
  }

  /** Of the requests of a kind, or of all if the label is null. */
  PathsCheck(ReportPageCheck check, SoftAssertions soft, String label) {
    this.check = check;
    this.soft = soft;
    labels = check.operationLabels();
    requests = check.requests(false, one -> check.isOf(one, label));
    all = ReportPageCheck.total(check.requests(false, one -> true));
  }

  private String label(Call call) {
    return labels.get(call.operation());
  }

  private List<String> path(Call call) {
    List<String> path =
        call.caller() == null ? new ArrayList<>() : new ArrayList<>(path(call.caller()));
    path.add(label(call));
    return path;
  }

  private Map<List<String>, Sum> paths() {
    Map<List<String>, Sum> paths = new LinkedHashMap<>();
    for (Request request : requests) {
      for (Call call : request.calls()) {
        paths.computeIfAbsent(path(call), absent -> new Sum()).add(call);
      }
    }
    return paths;
  }

  /** The flame graph and its table. */
  void flame(JsonNode table, JsonNode frames) {
    Map<List<String>, Sum> right = paths();
    double whole = ReportPageCheck.total(requests);
    List<String> path = new ArrayList<>();
    List<Sum> rows = new ArrayList<>();
    for (JsonNode row : table.get("rows")) {
      String[] cells = ReportPageCheck.texts(row);
      String name = cells[0].replace("· ", "");
      int depth = (cells[0].length() - name.length()) / 2;
      path.subList(Math.min(depth, path.size()), path.size()).clear();
      path.add(name);
      Sum sum = right.remove(List.copyOf(path));
      soft.assertThat(sum).as("path %s", path).isNotNull();
      rows.add(sum);
      if (sum != null) {
        check.about("calls of " + path, cells[1], sum.calls);
        check.about("total of " + path, cells[2], sum.total);
        check.about("share of " + path, cells[3], sum.total / whole);
        check.about("self of " + path, cells[4], sum.self);
      }
    }
    right.forEach(
        (left, sum) ->
            soft.assertThat(sum.total)
                .as("%s is not shown", left)
                .isLessThan(Math.min(2 * CUT * all, 2 * CUT_OF_KIND * whole) + 1));
    frames(frames, rows, whole);
  }

  private void frames(JsonNode frames, List<Sum> rows, double whole) {
    double end = 0;
    for (JsonNode frame : frames) {
      end = Math.max(end, frame.get(1).asDouble() + frame.get(2).asDouble());
    }
    for (JsonNode frame : frames) {
      Sum sum = rows.get(frame.get(0).asInt());
      if (sum != null) {
        String said = frame.get(4).asText();
        soft.assertThat(frame.get(2).asDouble())
            .as("width of %s", said)
            .isBetween(end * sum.total / whole - PIXELS, end * sum.total / whole + PIXELS);
        Matcher words =
            Pattern.compile(
                    ".*?, ([\\d,]+) calls?\\b.* · total ([^(]+) \\((.+?)\\) · self ([^(]+) \\(.*")
                .matcher(said);
        soft.assertThat(words.matches()).as(said).isTrue();
        if (words.matches()) {
          check.about(said, words.group(1), sum.calls);
          check.about(said, words.group(2), sum.total);
          check.about(said, words.group(3), sum.total / whole);
          check.about(said, words.group(4), sum.self);
        }
      }
    }
  }

  /** Names of the operations that are called. */
  List<String> operations() {
    return requests.stream()
        .flatMap(one -> one.calls().stream())
        .map(this::label)
        .distinct()
        .sorted()
        .toList();
  }

  /** An operation with its figures, its callers and what it calls. */
  void sandwich(String operation, JsonNode facts, JsonNode tables) {
    Sum own = new Sum();
    List<Long> times = new ArrayList<>();
    double whole = 0;
    double outermost = 0;
    Map<String, Sum> callers = new TreeMap<>();
    Map<String, Sum> callees = new TreeMap<>();
    for (Request request : requests) {
      for (Call call : request.calls()) {
        whole += call.self();
        if (label(call).equals(operation)) {
          own.add(call);
          times.add(call.nanos());
          List<String> path = path(call);
          outermost += path.indexOf(operation) == path.size() - 1 ? call.nanos() : 0;
          String by = call.caller() == null ? "(a request begins here)" : label(call.caller());
          callers.computeIfAbsent(by, absent -> new Sum()).add(call);
        }
        if (call.caller() != null && label(call.caller()).equals(operation)) {
          callees.computeIfAbsent(label(call), absent -> new Sum()).add(call);
        }
      }
    }
    times.sort(null);
    fact(operation, facts, "calls", own.calls, 1);
    fact(operation, facts, "self", own.self, 1);
    String self = facts.get("self").asText();
    check.about(operation, self.replaceAll(".*\\((.*)\\)", "$1"), own.self / whole);
    fact(operation, facts, "total", outermost, 1);
    check.mean(operation, facts.path("mean").asText(), own.total / own.calls);
    for (double part : List.of(0.5, 0.99)) {
      double right = times.get((int) Math.ceil(part * times.size()) - 1);
      fact(operation, facts, part == 0.5 ? "p50" : "p99", right, ReportPageCheck.BIN);
    }
    fact(operation, facts, "longest", times.get(times.size() - 1), 1);
    fact(operation, facts, "failed", own.failed, 1);
    side(operation, tables, "Called by", callers);
    side(operation, tables, "Calls", callees);
  }

  private void fact(String operation, JsonNode facts, String name, double right, double error) {
    String text = facts.path(name).asText();
    soft.assertThat(ShownFigure.of(text).isOf(right / error, right * error))
        .as("%s of %s: %s is shown, %s is right", name, operation, text, right)
        .isTrue();
  }

  private void side(String operation, JsonNode tables, String caption, Map<String, Sum> right) {
    int shown = 0;
    for (JsonNode table : tables) {
      if (table.get("caption").asText().equals(caption)) {
        for (JsonNode row : table.get("rows")) {
          String[] cells = ReportPageCheck.texts(row);
          Sum sum = right.get(cells[0]);
          soft.assertThat(sum).as("%s of %s: %s", caption, operation, cells[0]).isNotNull();
          if (sum != null) {
            check.about(caption + " " + cells[0], cells[1], sum.total);
            check.about(caption + " " + cells[0], cells[2], sum.calls);
            check.about(caption + " " + cells[0], cells[4], sum.failed);
          }
          shown++;
        }
      }
    }
    soft.assertThat(shown).as("%s of %s", caption, operation).isEqualTo(right.size());
  }

  /** Who calls whom: the table, and the picture of time between classes. */
  void edges(JsonNode table, JsonNode flows) {
    Map<List<String>, Sum> right = new LinkedHashMap<>();
    Map<String, Long> calls = new TreeMap<>();
    for (Request request : requests) {
      for (Call call : request.calls()) {
        String caller = call.caller() == null ? "(request)" : label(call.caller());
        Sum sum = right.computeIfAbsent(List.of(caller, label(call)), absent -> new Sum());
        sum.add(call);
        sum.begins.add(check.part(request));
        calls.merge(label(call), 1L, Long::sum);
      }
    }
    soft.assertThat(table.get("rows").size()).as("edges").isEqualTo(right.size());
    int at = 0;
    for (JsonNode row : table.get("rows")) {
      String[] cells = ReportPageCheck.texts(row);
      Sum sum = right.get(List.of(cells[0], cells[1]));
      soft.assertThat(sum).as("edge %s %s", cells[0], cells[1]).isNotNull();
      if (sum != null) {
        String what = cells[0] + " calls " + cells[1];
        check.about(what, cells[2], sum.total);
        check.about(what, cells[3], sum.calls);
        if (calls.containsKey(cells[0])) {
          check.about(what, cells[4], (double) sum.calls / calls.get(cells[0]));
        }
        check.about(what, cells[5], sum.total / sum.calls);
        check.about(what, cells[6], sum.failed);
        tenths(what, flows.get("tenths").get(at).asText(), sum.begins);
      }
      at++;
    }
    classes(right, flows);
  }

  private void tenths(String what, String said, List<Double> begins) {
    String[] shown = said.replaceAll(".*: ", "").split(", ");
    soft.assertThat(shown).as(what).hasSize(10);
    double slice = Math.max(SLICE, MIN_SLICE_NANOS / check.model().get("span").asDouble());
    long sum = 0;
    for (int i = 0; i < shown.length; i++) {
      long count = SentencesCheck.number(shown[i]);
      soft.assertThat(count)
          .as("%s, tenth %s", what, i)
          .isBetween(between(begins, i, -slice), between(begins, i, slice));
      sum += count;
    }
    soft.assertThat(sum).as(what).isEqualTo(begins.size());
  }

  private static long between(List<Double> begins, int tenth, double more) {
    double from = tenth / 10.0 - more;
    double until = (tenth + 1) / 10.0 + more;
    return begins.stream().filter(at -> at >= from && at < until).count();
  }

  private static String type(String label) {
    if (label.endsWith(")") && label.contains(" ")) { // of an overloaded method: its signature
      return label.replaceAll("\\(.*", "").replaceAll(".*[ .](\\w+)\\.\\w+$", "$1");
    }
    return label.equals("(request)") ? "(requests)" : label.replaceAll("\\.[^.]*$", "");
  }

  private void classes(Map<List<String>, Sum> edges, JsonNode flows) {
    Map<String, double[]> between = new TreeMap<>();
    Map<String, Double> self = new TreeMap<>();
    edges.forEach(
        (edge, sum) -> {
          double[] flow = {sum.total, sum.calls};
          String key = type(edge.get(0)) + " → " + type(edge.get(1));
          between.merge(key, flow, (a, b) -> new double[] {a[0] + b[0], a[1] + b[1]});
          self.merge(type(edge.get(1)), sum.self, Double::sum);
        });
    double most = 0;
    double thickest = 0;
    for (JsonNode link : flows.get("links")) {
      Matcher said = FLOW.matcher(link.get(0).asText());
      soft.assertThat(said.matches()).as(link.toString()).isTrue();
      if (said.matches()) {
        double[] right = between.get(said.group(1) + " → " + said.group(2));
        check.about(said.group(), said.group(3), right[0]);
        check.about(said.group(), said.group(4), right[1]);
        if (thickest > 0) {
          double thick = Math.max(1, right[0] / most * thickest);
          soft.assertThat(link.get(1).asDouble())
              .as("thickness of %s", link)
              .isBetween(thick - PIXELS, thick + PIXELS);
        } else {
          most = right[0];
          thickest = link.get(1).asDouble();
        }
      }
    }
    for (JsonNode node : flows.get("nodes")) {
      Matcher said = CLASS.matcher(node.get(0).asText());
      if (said.matches() && !said.group(1).equals("(requests)")) {
        check.about(said.group(), said.group(2), self.getOrDefault(said.group(1), -1.0));
      }
    }
  }
}
