package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;

/** Compares what the page of a tuning shows with {@code tune.json}. */
final class TunePageCheck {
  private static final List<String> AXES =
      List.of("chunk.records", "chunk.bytes", "delay", "serializer", "compression");
  private static final List<String> EFFECTS = List.of("p99", "bytes", "cpu");
  private static final Map<String, String> TITLES =
      Map.of(
          "p50", "delay p50",
          "p99", "delay p99",
          "bytes", "bytes a record",
          "cpu", "CPU a record",
          "messages", "messages/s");

  private final ReportPage page;
  private final JsonNode model;
  private final SoftAssertions soft;
  private final List<JsonNode> settings;
  private final List<JsonNode> proofs;
  private final JsonNode recommended;

  TunePageCheck(ReportPage page, SoftAssertions soft) {
    this.page = page;
    this.soft = soft;
    model = page.model();
    settings = list(model.get("settings"));
    proofs = list(model.get("proof"));
    recommended = model.path("recommended");
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /** A setting as the page names it. */
  private static String name(JsonNode of) {
    return String.join(", ", cells(of, true));
  }

  private static List<String> cells(JsonNode of, boolean isName) {
    JsonNode setting = of.get("setting");
    List<String> cells = new ArrayList<>();
    String records = "%,d".formatted(setting.get("chunk.records").asLong());
    cells.add(
        setting.has("chunk.adapt")
            ? "adapts to " + setting.get("chunk.adapt").asText()
            : records + (isName ? " records" : ""));
    AXES.subList(1, AXES.size()).forEach(axis -> cells.add(setting.path(axis).asText("none")));
    double bytes = setting.get("chunk.bytes").asDouble();
    String size = bytes < 1 << 20 ? bytes / 1024 + " KiB" : bytes / (1 << 20) + " MiB";
    cells.set(1, size.replace(".0 ", " "));
    return cells;
  }

  private static ToDoubleFunction<JsonNode> of(String measure) {
    return answer -> answer.get(measure).asDouble();
  }

  private boolean isLost(JsonNode proof) {
    return proof.get("dropped").asLong() > 0;
  }

  private List<String> missed(JsonNode answer) {
    List<String> missed = new ArrayList<>();
    model
        .get("limits")
        .properties()
        .forEach(
            limit -> {
              if (answer.get(limit.getKey()).asDouble() > limit.getValue().asDouble()) {
                missed.add(limit.getKey());
              }
            });
    return missed;
  }

  private boolean isRefused(JsonNode answer) {
    return !missed(answer).isEmpty()
        || proofs.stream().anyMatch(proof -> isLost(proof) && name(proof).equals(name(answer)));
  }

  private boolean isWrong(JsonNode proof) {
    return !proof.get("contradicts").isEmpty() || isLost(proof);
  }

  private void figure(String what, String text, double right) {
    soft.assertThat(ShownFigure.of(text).isOf(right))
        .as("%s: %s is shown, %s is right", what, text, right)
        .isTrue();
  }

  private String text(String selector) {
    return page.run("shown.words(document.querySelector('" + selector + "'))").asText();
  }

  private JsonNode table(String caption) {
    return ReportPage.table(page.run("shown.tables(document)"), caption);
  }

  private JsonNode chart(String title) {
    return ChartCheck.titled(page.run("shown.charts()"), title);
  }

  private static List<double[]> points(List<JsonNode> of, String x, String y) {
    return of.stream()
        .map(one -> new double[] {of(x).applyAsDouble(one), of(y).applyAsDouble(one)})
        .toList();
  }

  /** Those that can be taken and that no other beats in both measures. */
  private List<JsonNode> unbeaten(String y) {
    List<JsonNode> taken = settings.stream().filter(one -> !isRefused(one)).toList();
    Predicate<JsonNode> isBeaten =
        one ->
            taken.stream()
                .anyMatch(
                    other ->
                        of("p99").applyAsDouble(other) <= of("p99").applyAsDouble(one)
                            && of(y).applyAsDouble(other) <= of(y).applyAsDouble(one)
                            && (of("p99").applyAsDouble(other) < of("p99").applyAsDouble(one)
                                || of(y).applyAsDouble(other) < of(y).applyAsDouble(one)));
    return taken.stream()
        .filter(isBeaten.negate())
        .sorted(Comparator.comparingDouble(of("p99")))
        .toList();
  }

  /** The picture of delay against a measure. */
  void front(String y) {
    if (recommended.isMissingNode()) {
      return;
    }
    List<JsonNode> joined = unbeaten(y);
    Predicate<JsonNode> isFront = one -> one.get("front").asBoolean();
    List<JsonNode> rest =
        settings.stream().filter(one -> !isRefused(one) && !joined.contains(one)).toList();
    String title = "Delay p99 against " + TITLES.get(y) + "; arrows go from setting to setting";
    ChartCheck chart = new ChartCheck(soft, chart(title), List.of(), false);
    List<List<JsonNode>> series =
        List.of(
            rest.stream().filter(isFront.negate()).toList(),
            settings.stream().filter(this::isRefused).toList(),
            joined,
            rest.stream().filter(isFront).toList(),
            settings.stream().filter(one -> one.get("default").asBoolean()).toList(),
            settings.stream().filter(this::isChosen).toList());
    for (List<JsonNode> one : series) {
      if (!one.isEmpty()) {
        chart.marks(points(one, "p99", y));
      }
    }
    chart.done();
  }

  private boolean isChosen(JsonNode answer) {
    return name(answer).equals(name(recommended));
  }

  /** All that does not depend on the measure that is chosen. */
  void all() {
    soft.assertThat(page.run("shown.bad()")).as("text").isEmpty();
    method();
    if (model.has("sinkAlone")) {
      sink();
    }
    if (recommended.isMissingNode()) {
      soft.assertThat(text(".lead")).isEqualTo("The command was stopped before it had a result.");
      return;
    }
    lead();
    badge();
    besideDefault();
    settings();
    AXES.forEach(this::effect);
    idle();
    proven();
    infeasible();
  }

  private void lead() {
    String lead = text(".lead");
    String head = recommended.get("goalMet").asBoolean() ? "Take " : "Nearest to the goal: ";
    soft.assertThat(lead).startsWith(head + name(recommended) + ". Delay p99 ");
    String[] figures = lead.substring(lead.indexOf(". Delay p99 ") + 12).split(", ");
    List<String> measures = List.of("p99", "bytes", "cpu", "messages");
    for (int i = 0; i < measures.size(); i++) {
      figure("recommended", figures[i], of(measures.get(i)).applyAsDouble(recommended));
      soft.assertThat(figures[i]).contains(i == 0 ? " " : " " + TITLES.get(measures.get(i)));
    }
    String note = text("figure .note");
    long front = settings.stream().filter(one -> one.get("front").asBoolean()).count();
    soft.assertThat(note).startsWith("Predicted: %,d setting".formatted(settings.size()));
    soft.assertThat(note).contains(" %,d of them are the front".formatted(front));
  }

  private void badge() {
    long wrong = proofs.stream().filter(this::isWrong).count();
    boolean isMeasured = model.get("verdict").asText().startsWith("Measured");
    boolean isGood =
        (isMeasured || recommended.get("basis").asText().equals("proven")) && wrong == 0;
    String badge = text("main .badge");
    soft.assertThat(badge.startsWith("✓")).as("%s, %s wrong", badge, wrong).isEqualTo(isGood);
    soft.assertThat(page.run("document.querySelector('main .badge').className").asText())
        .isEqualTo(isGood ? "badge ok" : "badge bad");
    if (badge.contains(", but ")) {
      soft.assertThat(badge).contains("but %,d of %,d run".formatted(wrong, proofs.size()));
    }
    String main = text("main");
    soft.assertThat(main)
        .contains(model.get("verdict").asText(), recommended.get("reason").asText());
    soft.assertThat(main.contains("no setting keeps to " + model.get("goal").asText()))
        .isEqualTo(!recommended.get("goalMet").asBoolean());
  }

  private void besideDefault() {
    JsonNode predicted =
        settings.stream().filter(one -> one.get("default").asBoolean()).findFirst().orElseThrow();
    JsonNode today =
        proofs.stream()
            .filter(one -> one.get("role").asText().equals("default"))
            .filter(one -> recommended.get("basis").asText().equals("measured"))
            .map(one -> one.get("measured"))
            .findFirst()
            .orElse(predicted);
    for (JsonNode row : table("Recommended beside the default").get("rows")) {
      String[] cells = ReportPageCheck.texts(row);
      String measure = measure(cells[0]);
      double from = of(measure).applyAsDouble(today);
      double to = of(measure).applyAsDouble(recommended);
      figure("default", cells[1], from);
      figure("recommended", cells[2], to);
      figure(
          "change of " + measure, cells[3], cells[3].startsWith("×") ? to / from : to / from - 1);
    }
    recommended
        .get("setting")
        .properties()
        .forEach(
            one ->
                soft.assertThat(text("main pre"))
                    .contains("sluice." + one.getKey() + "=" + one.getValue().asText()));
  }

  private static String measure(String title) {
    return TITLES.entrySet().stream()
        .filter(one -> one.getValue().equals(title))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private void settings() {
    JsonNode table = table("All settings");
    soft.assertThat(table.get("rows").size()).isEqualTo(settings.size());
    for (JsonNode row : table.get("rows")) {
      List<String> texts = List.of(ReportPageCheck.texts(row));
      JsonNode right =
          settings.stream()
              .filter(one -> cells(one, false).equals(texts.subList(1, 1 + AXES.size())))
              .findFirst()
              .orElse(null);
      soft.assertThat(right).as("setting %s", texts).isNotNull();
      if (right != null) {
        TITLES.forEach(
            (measure, title) ->
                figure(
                    title,
                    texts.get(ReportPage.column(table, title)),
                    of(measure).applyAsDouble(right)));
        role(texts.get(0), right);
      }
    }
  }

  private void role(String text, JsonNode of) {
    soft.assertThat(text.contains("recommended")).as(text).isEqualTo(isChosen(of));
    soft.assertThat(text.contains("default")).as(text).isEqualTo(of.get("default").asBoolean());
    soft.assertThat(text.contains("front")).as(text).isEqualTo(of.get("front").asBoolean());
    soft.assertThat(text.contains("✗")).as(text).isEqualTo(isRefused(of));
    for (String measure : missed(of)) {
      double excess =
          of(measure).applyAsDouble(of) / model.get("limits").get(measure).asDouble() - 1;
      String words = TITLES.get(measure) + " ";
      soft.assertThat(text).contains(words);
      figure(text, text.substring(text.indexOf(words) + words.length()), excess);
    }
  }

  /** The settings by the values of an option, as the page orders them. */
  private Map<String, List<JsonNode>> values(String axis) {
    Map<Double, Map<String, List<JsonNode>>> sorted = new TreeMap<>();
    for (JsonNode one : settings) {
      String value = one.get("setting").path(axis).asText("none");
      String size = value.replaceAll("^(\\d*).*", "$1");
      if (!one.get("setting").has("chunk.adapt")) {
        sorted
            .computeIfAbsent(
                size.isEmpty() ? 0 : Double.parseDouble(size), absent -> new LinkedHashMap<>())
            .computeIfAbsent(cells(one, false).get(AXES.indexOf(axis)), absent -> new ArrayList<>())
            .add(one);
      }
    }
    Map<String, List<JsonNode>> values = new LinkedHashMap<>();
    sorted.values().forEach(values::putAll);
    return values;
  }

  private void effect(String axis) {
    Map<String, List<JsonNode>> values = values(axis);
    String head = axis + " decides ";
    List<String> heads =
        list(page.run("[...document.querySelectorAll('h3')].map(shown.words)")).stream()
            .map(JsonNode::asText)
            .filter(text -> text.startsWith(head))
            .toList();
    soft.assertThat(heads).as(head).hasSize(values.size() < 2 ? 0 : 1);
    for (String one : heads) {
      String[] shares = one.substring(head.length()).split(", ");
      for (int i = 0; i < EFFECTS.size(); i++) {
        String measure = EFFECTS.get(i);
        soft.assertThat(shares[i]).endsWith(" of " + TITLES.get(measure));
        figure(one, shares[i], model.get("mainEffects").path(axis).path(measure).asDouble());
        effect(axis, measure, values);
      }
    }
  }

  private void effect(String axis, String measure, Map<String, List<JsonNode>> values) {
    List<double[]> medians = new ArrayList<>();
    List<double[]> ranges = new ArrayList<>();
    List<double[]> held = new ArrayList<>();
    for (List<JsonNode> of : values.values()) {
      double[] sorted = of.stream().mapToDouble(of(measure)).sorted().toArray();
      int at = medians.size();
      double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
      medians.add(new double[] {at, median});
      ranges.add(new double[] {at, sorted[0], sorted[sorted.length - 1]});
      of.stream()
          .filter(one -> isHeld(axis, one))
          .findFirst()
          .ifPresent(one -> held.add(new double[] {at, of(measure).applyAsDouble(one)}));
    }
    String title = axis + ": " + TITLES.get(measure);
    ChartCheck chart = new ChartCheck(soft, chart(title), List.copyOf(values.keySet()), false);
    chart.marks(medians).intervals(ranges).marks(held).done();
    ChartCheck.table(soft, table(title), List.of(medians, ranges, held));
  }

  private boolean isHeld(String axis, JsonNode one) {
    List<String> cells = cells(one, false);
    List<String> best = cells(recommended, false);
    return IntStream.range(0, AXES.size())
        .allMatch(i -> AXES.get(i).equals(axis) || cells.get(i).equals(best.get(i)));
  }

  private void idle() {
    Matcher said =
        Pattern.compile("combinations of options\\.(.*?) decides? less than 2 %")
            .matcher(text("main"));
    List<String> named = said.find() ? List.of(said.group(1).strip().split(" and ")) : List.of();
    for (String axis : AXES) {
      List<JsonNode> shares = list(model.get("mainEffects").path(axis));
      boolean isIdle =
          values(axis).size() > 1 && shares.stream().allMatch(share -> share.asDouble() < 0.02);
      soft.assertThat(named.contains(axis)).as("%s decides nothing", axis).isEqualTo(isIdle);
    }
  }

  private double error(JsonNode proof, String measure) {
    return proof.get("measured").get(measure).asDouble()
            / proof.get("predicted").get(measure).asDouble()
        - 1;
  }

  private boolean isOff(JsonNode proof, String measure) {
    return Math.abs(error(proof, measure)) > model.get("promised").get(measure).asDouble();
  }

  private void proven() {
    if (proofs.isEmpty()) {
      soft.assertThat(text("main")).contains("No setting was run end to end.");
      return;
    }
    long kept =
        proofs.stream().filter(one -> EFFECTS.stream().noneMatch(m -> isOff(one, m))).count();
    long wrong = proofs.stream().filter(this::isWrong).count();
    long open =
        proofs.stream()
            .filter(one -> !isWrong(one) && EFFECTS.stream().anyMatch(m -> isOff(one, m)))
            .count();
    String main = text("main");
    soft.assertThat(main)
        .contains(
            "%,d of %,d setting".formatted(kept, proofs.size()), "Promised are 15 % for delay p99")
        .contains(wrong > 0 ? ", %,d contradict".formatted(wrong) : "")
        .contains(open > 0 ? ", %,d cannot be decided".formatted(open) : "");
    double late =
        proofs.stream()
            .filter(
                one ->
                    one.get("lateNanos").asDouble()
                        > 0.05 * of("p99").applyAsDouble(one.get("measured")))
            .mapToDouble(of("lateNanos"))
            .max()
            .orElse(-1);
    String words = "records were emitted up to ";
    soft.assertThat(main.contains(words)).isEqualTo(late >= 0);
    if (main.contains(words) && late >= 0) {
      figure("late", main.substring(main.indexOf(words) + words.length()), late);
    }
    errors();
    JsonNode table = table("Predicted and measured");
    soft.assertThat(table.get("rows").size()).isEqualTo(proofs.size());
    IntStream.range(0, proofs.size())
        .forEach(i -> proof(table, table.get("rows").get(i), proofs.get(i)));
  }

  private void errors() {
    List<String> names =
        EFFECTS.stream()
            .map(
                m ->
                    "%s, ±%.0f %%"
                        .formatted(TITLES.get(m), 100 * model.get("promised").get(m).asDouble()))
            .toList();
    JsonNode drawn = chart("Measured beyond what was predicted, in per cent");
    ChartCheck chart = new ChartCheck(soft, drawn, names, true);
    List<double[]> promised = new ArrayList<>();
    for (int i = 0; i < EFFECTS.size(); i++) {
      double bar = 100 * model.get("promised").get(EFFECTS.get(i)).asDouble();
      promised.add(new double[] {i, -bar, bar});
    }
    chart.intervals(promised);
    for (JsonNode proof : proofs) {
      chart.marks(
          IntStream.range(0, EFFECTS.size())
              .mapToObj(i -> new double[] {i, 100 * error(proof, EFFECTS.get(i))})
              .toList());
    }
    chart.done();
  }

  private void proof(JsonNode table, JsonNode row, JsonNode proof) {
    String[] cells = ReportPageCheck.texts(row);
    soft.assertThat(cells[0]).startsWith(proof.get("role").asText()).endsWith(name(proof));
    for (String measure : EFFECTS) {
      int at = ReportPage.column(table, TITLES.get(measure));
      String[] figures = cells[at].split(" → | ± ");
      figure("predicted", figures[0], of(measure).applyAsDouble(proof.get("predicted")));
      figure("measured", figures[1], of(measure).applyAsDouble(proof.get("measured")));
      JsonNode half = proof.get("measured").path(measure + "Half");
      soft.assertThat(figures).hasSize(half.isMissingNode() ? 2 : 3);
      if (figures.length == 3) {
        figure("half of its interval", figures[2], half.asDouble());
      }
      String off = cells[at + 1];
      boolean isWrong =
          list(proof.get("contradicts")).stream().anyMatch(one -> one.asText().equals(measure));
      soft.assertThat(off.startsWith("✗")).as(off).isEqualTo(isWrong);
      soft.assertThat(off.startsWith("~")).as(off).isEqualTo(!isWrong && isOff(proof, measure));
      figure("off", off.replaceFirst("^[✗~] ", ""), error(proof, measure));
    }
    figure("lost", cells[ReportPage.column(table, "lost")], proof.get("dropped").asDouble());
    figure("chunks", cells[ReportPage.column(table, "chunks")], proof.get("chunks").asDouble());
  }

  /** Why settings cannot be taken, each with how many. */
  private void infeasible() {
    Map<String, Long> right = new LinkedHashMap<>();
    for (JsonNode one : settings) {
      List<String> missed = missed(one).stream().map(TITLES::get).toList();
      if (!missed.isEmpty()) {
        right.merge("misses " + String.join("|", missed), 1L, Long::sum);
      }
    }
    for (JsonNode one : model.get("leftOut")) {
      right.merge(
          "refused: " + one.get("reason").asText(), one.get("settings").asLong(), Long::sum);
    }
    proofs.stream()
        .filter(this::isLost)
        .forEach(one -> right.merge("lost records when run", 1L, Long::sum));
    if (right.isEmpty()) {
      return;
    }
    Map<String, Long> shown = new LinkedHashMap<>();
    for (JsonNode row : table("Not feasible").get("rows")) {
      String[] cells = ReportPageCheck.texts(row);
      String reason = cells[0].startsWith("misses ") ? limits(cells[0]) : cells[0];
      shown.put(reason, Long.parseLong(cells[1].replace(",", "")));
      if (cells[0].startsWith("misses ")) {
        nearest(reason, cells[2]);
      }
    }
    soft.assertThat(shown).isEqualTo(right);
  }

  /** Compares the limits of a reason; the measures that it names. */
  private String limits(String reason) {
    List<String> titles = new ArrayList<>();
    for (String part : reason.substring("misses ".length()).split(" and ")) {
      String[] parts = part.split(" below ");
      titles.add(parts[0]);
      figure(reason, parts[1], model.get("limits").get(measure(parts[0])).asDouble());
    }
    return "misses " + String.join("|", titles);
  }

  /** The setting that comes nearest to the limits of which a reason says that they are missed. */
  private void nearest(String reason, String text) {
    ToDoubleFunction<JsonNode> excess =
        one ->
            missed(one).stream()
                .mapToDouble(
                    m -> of(m).applyAsDouble(one) / model.get("limits").get(m).asDouble() - 1)
                .max()
                .orElse(0);
    JsonNode nearest =
        settings.stream()
            .filter(
                one ->
                    reason.equals(
                        "misses "
                            + String.join("|", missed(one).stream().map(TITLES::get).toList())))
            .min(Comparator.comparingDouble(excess))
            .orElseThrow();
    soft.assertThat(text).startsWith(name(nearest) + ", by ");
    figure(text, text.substring(text.indexOf(", by ") + 5), excess.applyAsDouble(nearest));
  }

  private void method() {
    String main = text("main");
    String records =
        "%,d of %s, ".formatted(model.get("records").asLong(), model.get("source").asText());
    soft.assertThat(main)
        .contains(records, model.get("command").asText(), model.get("time").asText());
    if (main.contains(records)) {
      double rate = model.get("recordsPerSecond").asDouble();
      figure("records a second", main.substring(main.indexOf(records) + records.length()), rate);
    }
    String goal = model.get("goal").asText();
    soft.assertThat(main).contains("goal" + (goal.isEmpty() ? "none" : goal));
    soft.assertThat(main).contains("sink" + model.get("sink").asText());
    for (JsonNode remark : model.get("remarks")) {
      if (!remark.asText().contains("is left out")) {
        soft.assertThat(main).contains(remark.asText().replaceAll("\\s+", " "));
      }
    }
  }

  private List<double[]> sizes(String field) {
    return list(model.get("sinkAlone").get("sizes")).stream()
        .map(one -> new double[] {one.get("bytes").asDouble(), mean(one.get(field))})
        .toList();
  }

  private static double mean(JsonNode figure) {
    return figure.isObject() ? figure.get("mean").asDouble() : figure.asDouble();
  }

  /** The ends of intervals; of one that is not known the mean. */
  private List<double[]> ends(String field) {
    List<double[]> ends = new ArrayList<>();
    for (JsonNode size : model.get("sinkAlone").get("sizes")) {
      double mean = mean(size.get(field));
      double low = size.get(field).path("low").asDouble(mean);
      double high = size.get(field).path("high").asDouble(mean);
      ends.add(new double[] {size.get("bytes").asDouble(), Math.max(low, mean / 10), high});
    }
    return ends;
  }

  private void sink() {
    double widest = 0;
    boolean isKnown = true;
    for (JsonNode size : model.get("sinkAlone").get("sizes")) {
      for (JsonNode one : List.of(size.get("roundTrip"), size.get("cpu"))) {
        isKnown &= one.has("high");
        widest = Math.max(widest, one.path("high").asDouble() / mean(one) - 1);
      }
    }
    String main = text("main");
    String words = "95 % intervals are up to ± ";
    soft.assertThat(main.contains(words)).isEqualTo(isKnown);
    if (isKnown && main.contains(words)) {
      figure("interval", main.substring(main.indexOf(words) + words.length()), widest);
    }
    List<List<double[]>> roundTrip =
        List.of(sizes("roundTrip"), ends("roundTrip"), sizes("p50"), sizes("p99"));
    new ChartCheck(soft, chart("Round trip"), List.of(), false)
        .line(roundTrip.get(0))
        .intervals(roundTrip.get(1))
        .line(roundTrip.get(2))
        .line(roundTrip.get(3))
        .done();
    ChartCheck.table(soft, table("Round trip"), roundTrip);
    List<List<double[]>> cpu = List.of(sizes("cpu"), ends("cpu"));
    new ChartCheck(soft, chart("CPU of both sides"), List.of(), false)
        .line(cpu.get(0))
        .intervals(cpu.get(1))
        .done();
    ChartCheck.table(soft, table("CPU of both sides"), cpu);
  }
}
