package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.analyze.RecordedRequests.Call;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;

/**
 * Compares what a page of a report shows with the records that it was made of. Names of kinds, the
 * grid of the heat map and the end of the warm-up are taken from the page, no figure is.
 */
final class ReportPageCheck {
  static final double BIN = 1 + 1 / 32.0; // of exact quantiles

  private static final Pattern SENTENCE =
      Pattern.compile(
          "([\\d,]+) requests?(?:, p50 (\\S+ \\S+), p99 (\\S+ \\S+))?, ([\\d,]+) failed; "
              + "(\\S+ %) of the time in (.+)\\.");

  private static final double THREE_DIGITS = 0.005;

  private final RecordedRequests recorded;
  private final JsonNode model;
  private final SoftAssertions soft;
  private final Set<String> kinds = new LinkedHashSet<>();
  private final Map<String, String> kindOfLabel = new HashMap<>();
  private final long begin;
  private final long end;
  private final long warmUp;

  ReportPageCheck(RecordedRequests recorded, JsonNode model, SoftAssertions soft) {
    this.recorded = recorded;
    this.model = model;
    this.soft = soft;
    begin = recorded.requests().stream().mapToLong(Request::begin).min().orElse(0);
    end = recorded.requests().stream().mapToLong(Request::end).max().orElse(0);
    for (JsonNode kind : model.get("requests")) {
      kinds.add(kind.get("name").asText());
      int op = kind.get("op").asInt();
      kindOfLabel.put(
          op < 0 ? kind.get("name").asText() : model.get("labels").get(op).asText(),
          kind.get("name").asText());
    }
    warmUp = model.get("warmUp").isNull() ? 0 : boundary(model.get("warmUp").get("end").asLong());
  }

  /** The end of a slice of time, which the page tells in microseconds. */
  long boundary(long micros) {
    long best = Long.parseLong(model.get("begin").asText()) + micros * 1_000;
    for (long one = best; one < best + 1_000; one++) {
      best = Long.numberOfTrailingZeros(one) > Long.numberOfTrailingZeros(best) ? one : best;
    }
    return best;
  }

  List<Request> requests(boolean withWarmUp, Predicate<Request> wanted) {
    return recorded.requests().stream()
        .filter(one -> withWarmUp || one.begin() >= warmUp)
        .filter(wanted)
        .toList();
  }

  boolean isOf(Request request, String label) {
    return label == null || request.kind(kinds).equals(kindOfLabel.get(label));
  }

  /** The model, for boundaries and which traces the page shows. */
  JsonNode model() {
    return model;
  }

  /** Requests of which the page has a trace, by id. */
  Set<String> shownTraces() {
    Set<String> ids = new HashSet<>();
    model.get("traces").forEach(row -> ids.add(row.get(0).asText().replaceAll("@.*", "")));
    return ids;
  }

  /** The name on the page of each operation. */
  Map<String, String> operationLabels() {
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < model.get("labels").size(); i++) {
      names.put(model.get("signatures").get(i).asText(), model.get("labels").get(i).asText());
    }
    return names;
  }

  /** When a request began, as a part of the time of the recording. */
  double part(Request request) {
    long first = Long.parseLong(model.get("begin").asText());
    return (request.begin() - first) / Math.max(1.0, end - first);
  }

  /** Samples that were recorded. */
  List<JsonNode> samples() {
    return recorded.samples();
  }

  Set<String> labels() {
    return kindOfLabel.keySet();
  }

  private void about(String what, String text, double least, double most) {
    ShownFigure shown = ShownFigure.of(text);
    soft.assertThat(shown.isOf(least, most))
        .as("%s: %s is shown, %s to %s is right", what, text, least, most)
        .isTrue();
  }

  void about(String what, String text, double right) {
    about(what, text, right, right);
  }

  /** A mean, which the model of the page has in whole nanoseconds. */
  void mean(String what, String text, double right) {
    about(what, text, right - 0.5, right + 0.5);
  }

  static double quantile(List<Request> of, double part) {
    List<Long> sorted = of.stream().map(Request::nanos).sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(part * sorted.size()) - 1);
  }

  void quantile(String what, String text, List<Request> of, double part, double error) {
    double right = quantile(of, part);
    about(what, text, right / error, right * error);
  }

  static double total(List<Request> of) {
    return of.stream().mapToDouble(Request::nanos).sum();
  }

  static long failed(List<Request> of) {
    return of.stream().filter(Request::failed).count();
  }

  /** The head, and the tiles of all or one kind of requests. */
  void tiles(JsonNode shown, List<Request> of, boolean withWarmUp) {
    String meta = shown.get("meta").asText();
    soft.assertThat(meta).contains("%,d record".formatted(recorded.records()));
    soft.assertThat(meta).contains(clock(begin, 1) + "–" + clock(end, 1));
    Map<String, JsonNode> tiles = new HashMap<>();
    shown.get("tiles").forEach(tile -> tiles.put(tile.get(0).asText(), tile));
    double seconds = (end - (withWarmUp || warmUp == 0 ? begin : warmUp)) / 1e9;
    String[] requests = texts(tiles.get("Requests"));
    about("tile of requests", requests[1], of.size());
    if (of.size() == 1) {
      about("tile of duration", texts(tiles.get("Duration"))[1], total(of));
    } else {
      double rate = of.size() / seconds;
      about("rate", requests[2], rate * (1 - THREE_DIGITS), rate * (1 + THREE_DIGITS));
      String[] p50 = texts(tiles.get("p50"));
      quantile("tile of p50", p50[1], of, 0.5, BIN);
      mean("mean", after(p50[2], "mean "), total(of) / of.size());
      String[] p99 = texts(tiles.get("p99"));
      quantile("tile of p99", p99[1], of, 0.99, BIN);
      about("longest", after(p99[2], "longest "), quantile(of, 1));
    }
    String[] failures = texts(tiles.get("Failed"));
    about("tile of failed", failures[1], failed(of));
    if (failed(of) > 0) {
      about("share of failed", failures[2], (double) failed(of) / of.size());
    }
    hottest(texts(tiles.get("Most self time")), of);
  }

  /** The first sentence, which is of the requests without a warm-up. */
  void sentence(String said) {
    List<Request> all = requests(false, one -> true);
    Matcher found = SENTENCE.matcher(said);
    soft.assertThat(found.matches()).as(said).isTrue();
    if (found.matches()) {
      about(said, found.group(1), all.size());
      if (found.group(2) != null) {
        quantile(said, found.group(2), all, 0.5, BIN);
        quantile(said, found.group(3), all, 0.99, BIN);
      }
      about(said, found.group(4), failed(all));
      List<Request> most = requests(false, one -> isOf(one, found.group(6)));
      about(said, found.group(5), total(most) / total(all));
      kindOfLabel
          .keySet()
          .forEach(
              other ->
                  soft.assertThat(total(most))
                      .as("%s beside %s", said, other)
                      .isGreaterThanOrEqualTo(total(requests(false, one -> isOf(one, other)))));
    }
  }

  /** If records are missing, all that says how many requests there are calls it a bound. */
  void leastIsSaid(JsonNode shown) {
    for (JsonNode tile : shown.get("tiles")) {
      if (tile.get(0).asText().equals("Requests")) {
        soft.assertThat(shown.get("sentence").asText().startsWith("At least "))
            .as("%s beside %s", shown.get("sentence"), tile)
            .isEqualTo(tile.get(1).asText().startsWith("≥ "));
      }
    }
  }

  private void hottest(String[] tile, List<Request> of) {
    Map<String, Operation> operations = operations(of);
    String name = signature(tile[1]);
    double most = operations.values().stream().mapToDouble(one -> one.self).max().orElse(0);
    double all = operations.values().stream().mapToDouble(one -> one.self).sum();
    soft.assertThat(operations).as("tile of self time").containsKey(name);
    if (operations.containsKey(name)) {
      about("most self time", after(tile[2], "of all, "), most);
      about("share of self time", tile[2], most / all);
      about("calls of it", after(tile[2], "; "), operations.get(name).calls);
    }
  }

  String signature(String label) {
    for (int i = 0; i < model.get("labels").size(); i++) {
      if (model.get("labels").get(i).asText().equals(label)) {
        return model.get("signatures").get(i).asText();
      }
    }
    return label;
  }

  static String[] texts(JsonNode row) {
    return StreamSupport.stream(row.spliterator(), false)
        .map(cell -> cell.isTextual() ? cell.asText() : cell.get("text").asText())
        .toArray(String[]::new);
  }

  private static String after(String text, String words) {
    assertThat(text).contains(words);
    return text.substring(text.indexOf(words) + words.length());
  }

  private static String clock(long nanos, int digits) {
    String text = Instant.ofEpochSecond(0, nanos / 1_000_000 * 1_000_000).toString();
    String whole = (text.length() == 20 ? text.replace("Z", ".000") : text.replace("Z", "000"));
    return whole.substring(11, 20 + digits);
  }

  /** The table of kinds. */
  void kinds(JsonNode table, boolean withWarmUp) {
    double whole = total(requests(withWarmUp, one -> true));
    for (JsonNode row : table.get("rows")) {
      String label = row.get(0).get("title").asText();
      List<Request> of =
          requests(withWarmUp, one -> isOf(one, label.equals("All requests") ? null : label));
      about("number of " + label, text(table, row, "number"), of.size());
      about("share of " + label, text(table, row, "share of time"), total(of) / whole);
      quantile("p50 of " + label, text(table, row, "p50"), of, 0.5, BIN);
      quantile("p99 of " + label, text(table, row, "p99"), of, 0.99, BIN);
      about("failed of " + label, text(table, row, "failed"), failed(of));
    }
  }

  /** What all calls of an operation took. */
  private static final class Operation {
    private final List<Long> times = new ArrayList<>();
    private long calls;
    private long failed;
    private double total;
    private double self;

    private void add(Call call) {
      calls++;
      failed += call.failed() ? 1 : 0;
      total += call.nanos();
      self += call.self();
      times.add(call.nanos());
    }

    private double quantile(double part) {
      List<Long> sorted = times.stream().sorted().toList();
      return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }
  }

  private static Map<String, Operation> operations(List<Request> of) {
    Map<String, Operation> operations = new HashMap<>();
    of.forEach(
        one ->
            one.calls()
                .forEach(
                    call ->
                        operations
                            .computeIfAbsent(call.operation(), absent -> new Operation())
                            .add(call)));
    return operations;
  }

  /** The table of operations. */
  void operations(JsonNode table, List<Request> of) {
    Map<String, Operation> operations = operations(of);
    double whole = operations.values().stream().mapToDouble(one -> one.self).sum();
    for (JsonNode row : table.get("rows")) {
      String name = row.get(0).get("title").asText();
      Operation right = operations.get(name);
      soft.assertThat(right).as("calls of %s", name).isNotNull();
      if (right == null) {
        continue;
      }
      String self = text(table, row, "self time");
      about("self of " + name, self, right.self);
      about("share of " + name, self.substring(self.indexOf('|') + 1), right.self / whole);
      cell(table, row, "total time", right.total);
      cell(table, row, "calls", right.calls);
      mean("mean of " + name, text(table, row, "mean"), right.total / right.calls);
      cell(table, row, "longest", right.quantile(1));
      cell(table, row, "failed", right.failed);
      for (double part : List.of(0.5, 0.99)) {
        String head = part == 0.5 ? "p50" : "p99";
        about(
            head + " of " + name,
            text(table, row, head),
            right.quantile(part) / BIN,
            right.quantile(part) * BIN);
      }
    }
  }

  private static String text(JsonNode table, JsonNode row, String head) {
    return row.get(ReportPage.column(table, head)).get("text").asText();
  }

  private void cell(JsonNode table, JsonNode row, String head, double right) {
    about(head + " of " + row.get(0).get("title").asText(), text(table, row, head), right);
  }

  /** The trace with an id: of its program if the page says which, else one that began then. */
  private Request named(String id, String began) {
    List<Request> all =
        recorded.requests().stream()
            .filter(one -> (one.id() + "@" + one.producer()).startsWith(id))
            .toList();
    return all.stream()
        .filter(one -> clock(one.begin(), 3).equals(began))
        .findFirst()
        .orElse(all.isEmpty() ? null : all.get(0));
  }

  /** A list of traces: each is there, at that time and as long. */
  void traces(JsonNode table) {
    for (JsonNode row : table.get("rows")) {
      String id = row.get(0).get("label").asText().split("[ ,]")[1];
      Request right = named(id, row.get(0).get("text").asText());
      soft.assertThat(right).as("trace %s", id).isNotNull();
      if (right != null) {
        String[] cells = texts(row);
        soft.assertThat(cells[0]).as("time of %s", id).isEqualTo(clock(right.begin(), 3));
        about("duration of " + id, cells[1].replace("≥ ", ""), right.nanos());
        if (!cells[3].isEmpty()) {
          about("calls of " + id, cells[3], right.calls().size());
        }
      }
    }
  }

  /** Where the warm-up is left out, lists of traces leave it out, too. */
  void warmUp(JsonNode table, boolean isLeftOut) {
    for (JsonNode row : table.get("rows")) {
      String id = row.get(0).get("label").asText().split("[ ,]")[1];
      Request of = named(id, row.get(0).get("text").asText());
      soft.assertThat(isLeftOut && of != null && of.begin() < warmUp)
          .as("a trace of the warm-up is listed: %s", row.get(0))
          .isFalse();
    }
  }

  double warmUpNanos() {
    return warmUp - begin;
  }

  /** All that tell how many requests are chosen tell the same. */
  void sameNumber(JsonNode shown, List<Request> of) {
    String number = "%,d request".formatted(of.size());
    soft.assertThat(shown.get("chosen").asText()).as("below the tabs").contains(number);
    soft.assertThat(shown.get("heat").get("label").asText()).as("heat map").contains(number);
  }

  /** A range of slots: each number on the page is that of the requests that began in it. */
  void range(ReportPage page, int first, int until) {
    JsonNode grid = model.get("heat");
    double width = grid.get("width").asDouble();
    double from = Long.parseLong(model.get("begin").asText()) + grid.get("from").asDouble();
    double low = Math.max(0, grid.get("from").asDouble() + first * width) / 1e9;
    double high = (grid.get("from").asDouble() + until * width) / 1e9;
    String state = "#tab=operations&t=%.6f-%.6f".formatted(low, high);
    JsonNode shown = page.open(state, ReportPage.WIDE).shown();
    soft.assertThat(shown.get("bad")).as("text").isEmpty();
    if (recorded.isWhole() && recorded.requests().size() > 1) {
      List<Request> of =
          requests(
              true,
              one -> one.begin() >= from + first * width && one.begin() < from + until * width);
      soft.assertThat(shown.get("chosen").asText()).contains("%,d request".formatted(of.size()));
      for (JsonNode tile : shown.get("tiles")) {
        if (tile.get(0).asText().matches("Requests|Failed")) {
          boolean isAll = tile.get(0).asText().equals("Requests");
          about("a range's " + tile.get(0), tile.get(1).asText(), isAll ? of.size() : failed(of));
        }
      }
    }
  }
}
