package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.analyze.RecordedRequests.Call;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/** Compares the figures in sentences of findings with records. */
final class SentencesCheck {
  private static final int MIN_CALLS = 5; // calls in a row that count
  private final ReportPageCheck check;
  private final SoftAssertions soft;
  private final Map<Pattern, Consumer<Matcher>> sentences = new LinkedHashMap<>();
  private final Set<Pattern> said = new HashSet<>();
  private JsonNode finding;

  SentencesCheck(ReportPageCheck check, SoftAssertions soft) {
    this.check = check;
    this.soft = soft;
    sentence("# of # requests? of @ failed (~).*", this::failing);
    String tail = " of # requests? of @ took ~ or more (p50 ~, p99 ~): about ~ of its time";
    for (String count : List.of("#", "About #")) {
      sentence(count + tail + "; ~ of the extra time is in @ itself.*", this::tail);
      sentence(
          count + tail + ", not counting #.*; ~ of the extra time is in @ itself.*", this::tail);
      sentence(
          count
              + " of # requests? of @ take ~ on average, the rest ~, with few in between;"
              + " ~ of the extra time is in @ itself.*",
          this::bimodal);
    }
    String grown = " (p50; # and # requests); ~ of the growth is in @ itself";
    for (String by : List.of("", ", called by @")) {
      sentence("@ takes ~ since about @, ~ before" + grown + by + "\\.", this::growth);
      sentence(
          "@ took ~ from about @ to @, ~ before and ~ after" + grown + by + "\\.",
          this::growthForATime);
    }
    sentence("@ is ~ of the requests and takes ~ of the total time: p50 ~\\..*", this::expensive);
    for (String through : List.of("", " through @")) {
      sentence(
          "@ calls @ about # times in a row"
              + through
              + ", in # of its # calls?\\. Together they take ~ each time, and ~ of the total time\\..*",
          this::repeated);
    }
    sentence("The first ~ are a warm-up: # requests .*", this::warmUp);
    sentence("# requests of ~ were slow at the same time, @ (trace @.*", this::pause);
  }

  /** Of a count #, a time or part ~ and a word @. */
  private void sentence(String pattern, Consumer<Matcher> right) {
    String regex =
        pattern
            .replace("(", "\\(")
            .replace(")", "\\)")
            .replace("#", "([\\d,]+)")
            .replace("~", "([<>]?[\\d.,]+ (?:ns|µs|ms|s|min|h|d|%)|0)")
            .replace("@", "([^\\s,;)]+)");
    sentences.put(Pattern.compile(regex), right);
  }

  /** Those of which a pattern knows what they say. */
  void check(JsonNode findings) {
    for (JsonNode one : findings) {
      finding = one;
      String text = finding.get("text").asText();
      for (Map.Entry<Pattern, Consumer<Matcher>> sentence : sentences.entrySet()) {
        Matcher found = sentence.getKey().matcher(text);
        if (found.matches()) {
          said.add(sentence.getKey());
          sentence.getValue().accept(found);
        }
      }
    }
  }

  /** How many kinds of sentences were compared. */
  int kinds() {
    return said.size();
  }

  static long number(String digits) {
    return Long.parseLong(digits.replace(",", ""));
  }

  private List<Request> of(String label, Predicate<Request> wanted) {
    return check.requests(false, one -> check.isOf(one, label) && wanted.test(one));
  }

  private void count(Matcher of, String figure, long least, long most) {
    soft.assertThat(number(figure)).as(of.group()).isBetween(least, most);
  }

  private void quantile(Matcher of, String figure, List<Request> requests, double part) {
    double right = ReportPageCheck.quantile(requests, part);
    soft.assertThat(
            ShownFigure.of(figure).isOf(right / ReportPageCheck.BIN, right * ReportPageCheck.BIN))
        .as("%s is shown, %s is right: %s", figure, right, of.group())
        .isTrue();
  }

  private void figure(Matcher of, String text, double right) {
    figure(of, text, right, right);
  }

  private void figure(Matcher of, String text, double least, double most) {
    soft.assertThat(ShownFigure.of(text).isOf(least, most))
        .as("%s is shown, %s to %s is right: %s", text, least, most, of.group())
        .isTrue();
  }

  /** What the finding costs, beside its sentence, and its share of the time of all. */
  private void cost(Matcher of, double least, double most) {
    String[] shown = finding.get("cost").asText().split(", ");
    double all = ReportPageCheck.total(of(null, one -> true));
    figure(of, shown[0], least, most);
    if (shown.length > 1) {
      figure(of, shown[1], least / all, most / all);
    }
  }

  private void failing(Matcher said) {
    List<Request> of = of(said.group(3), one -> true);
    long failed = of.stream().filter(Request::failed).count();
    count(said, said.group(1), failed, failed);
    count(said, said.group(2), of.size(), of.size());
    soft.assertThat(ShownFigure.of(said.group(4)).isOf((double) failed / of.size()))
        .as(said.group())
        .isTrue();
  }

  private void tail(Matcher said) {
    List<Request> of = of(said.group(3), one -> true);
    ShownFigure least = ShownFigure.of(said.group(4));
    long surely = of.stream().filter(one -> one.nanos() >= least.high()).count();
    long perhaps = of.stream().filter(one -> one.nanos() >= least.low()).count();
    boolean isAbout = said.group().startsWith("About"); // of cells of the heat map
    count(said, said.group(1), isAbout ? surely / 2 : surely, isAbout ? 2 * perhaps : perhaps);
    count(said, said.group(2), of.size(), of.size());
    quantile(said, said.group(5), of, 0.5);
    quantile(said, said.group(6), of, 0.99);
    boolean isWhole = said.groupCount() == 9; // else requests in a pause are left out
    if (isWhole && !isAbout) {
      long from = longest(of, (int) number(said.group(1)));
      double nanos = ReportPageCheck.total(of.stream().filter(o -> o.nanos() >= from).toList());
      double part = nanos / ReportPageCheck.total(of);
      figure(said, said.group(7), part / ReportPageCheck.BIN, part * ReportPageCheck.BIN);
      cost(said, nanos / ReportPageCheck.BIN, nanos * ReportPageCheck.BIN);
      longer(said, said.group(8), said.group(9), one -> one.nanos() >= from);
    }
  }

  /** How long the shortest of the N longest took. */
  private static long longest(List<Request> of, int number) {
    long[] sorted = of.stream().mapToLong(Request::nanos).sorted().toArray();
    return sorted[sorted.length - number];
  }

  /** Of the traces that the page has: which part of what slow ones take longer is in one call. */
  private void longer(Matcher said, String part, String label, Predicate<Request> isSlow) {
    Set<String> shown = check.shownTraces();
    List<Request> of =
        check.requests(true, one -> check.isOf(one, said.group(3)) && shown.contains(one.id()));
    double slow = of.stream().filter(isSlow).count();
    Map<String, Double> longer = new HashMap<>();
    for (Request one : of) {
      double weight = isSlow.test(one) ? 1 / slow : -1 / (of.size() - slow);
      one.calls()
          .forEach(call -> longer.merge(call.operation(), weight * call.self(), Double::sum));
    }
    double all = longer.values().stream().mapToDouble(one -> Math.max(0, one)).sum();
    double own = longer.getOrDefault(check.signature(label), 0.0);
    figure(said, part, own / all);
    soft.assertThat(own)
        .as(said.group())
        .isEqualTo(longer.values().stream().max(Double::compare).get());
  }

  private void bimodal(Matcher said) {
    List<Request> of = of(said.group(3), one -> true);
    count(said, said.group(2), of.size(), of.size());
    int slower = (int) number(said.group(1));
    long[] longest = of.stream().mapToLong(Request::nanos).sorted().toArray();
    double slow = Arrays.stream(longest).skip(longest.length - slower).average().orElse(0);
    double others = Arrays.stream(longest).limit(longest.length - slower).average().orElse(0);
    boolean isAbout = said.group().startsWith("About");
    double error = isAbout ? 1.05 : ReportPageCheck.BIN; // sums are of bins
    figure(said, said.group(4), slow / error, slow * error);
    figure(said, said.group(5), others / error, others * error);
    double cost = slower * (slow - others);
    cost(said, cost / error / error, cost * error * error);
    if (!isAbout) {
      long from = longest(of, slower);
      longer(said, said.group(6), said.group(7), one -> one.nanos() >= from);
    }
  }

  private void expensive(Matcher said) {
    List<Request> of = of(said.group(1), one -> true);
    List<Request> all = of(null, one -> true);
    figure(said, said.group(2), (double) of.size() / all.size());
    double nanos = ReportPageCheck.total(of);
    figure(said, said.group(3), nanos / ReportPageCheck.total(all));
    quantile(said, said.group(4), of, 0.5);
    cost(said, nanos, nanos);
  }

  /** Calls in a row, of which five or more by one call count. */
  private void repeated(Matcher said) {
    boolean isThrough = said.groupCount() == 8;
    int next = isThrough ? 5 : 4;
    String callee = check.signature(said.group(2));
    String each = isThrough ? check.signature(said.group(4)) : callee;
    long callers = 0;
    long ofCaller = 0;
    long calls = 0;
    double nanos = 0;
    for (Request request : check.requests(true, one -> true)) {
      for (Call call : request.calls()) {
        if (call.operation().equals(check.signature(said.group(1)))) {
          ofCaller++;
          List<Call> same =
              call.callees().stream().filter(one -> one.operation().equals(each)).toList();
          if (same.size() >= MIN_CALLS) {
            callers++;
            calls += same.stream().mapToLong(one -> below(one, callee)).sum();
            nanos += same.stream().mapToDouble(Call::nanos).sum();
          }
        }
      }
    }
    figure(said, said.group(3), (double) calls / callers);
    count(said, said.group(next), callers, callers);
    count(said, said.group(next + 1), ofCaller, ofCaller);
    figure(said, said.group(next + 2), nanos / callers);
    figure(
        said,
        said.group(next + 3),
        nanos / ReportPageCheck.total(check.requests(true, one -> true)));
    cost(said, nanos, nanos);
  }

  private static long below(Call call, String operation) {
    return (call.operation().equals(operation) ? 1 : 0)
        + call.callees().stream().mapToLong(one -> below(one, operation)).sum();
  }

  private static double nanos(String instant) {
    Instant time = Instant.parse(instant);
    return time.getEpochSecond() * 1e9 + time.getNano();
  }

  private void growth(Matcher said) {
    double since = nanos(said.group(3));
    Window window = window(said, since, Double.MAX_VALUE);
    figure(said, said.group(5), window.during.size());
    figure(said, said.group(6), window.before.size());
    quantile(said, said.group(2), window.during, 0.5);
    quantile(said, said.group(4), window.before, 0.5);
    grown(said, window, 7);
  }

  private void growthForATime(Matcher said) {
    Window window = window(said, nanos(said.group(3)), nanos(said.group(4)));
    figure(said, said.group(7), window.during.size());
    figure(said, said.group(8), window.before.size());
    quantile(said, said.group(2), window.during, 0.5);
    quantile(said, said.group(5), window.before, 0.5);
    quantile(said, said.group(6), window.after, 0.5);
    grown(said, window, 9);
  }

  /** Requests of a kind before, within and after a time. */
  private record Window(List<Request> before, List<Request> during, List<Request> after) {}

  /** By the ends of slices that the page has, which the sentence tells in milliseconds. */
  private Window window(Matcher said, double since, double until) {
    JsonNode link = null;
    for (JsonNode one : check.model().get("findings")) {
      link = said.group().startsWith(one.get("text").asText()) ? one.get("link") : link;
    }
    long from = check.boundary(link.get("t0").asLong());
    long to = until == Double.MAX_VALUE ? Long.MAX_VALUE : check.boundary(link.get("t1").asLong());
    soft.assertThat(from).as(said.group()).isBetween((long) since, (long) since + 1_000_000);
    soft.assertThat((double) to)
        .as(said.group())
        .isBetween(until == Double.MAX_VALUE ? 0 : until, until + 1e6);
    return new Window(
        of(said.group(1), one -> one.begin() < from),
        of(said.group(1), one -> one.begin() >= from && one.begin() < to),
        of(said.group(1), one -> one.begin() >= to));
  }

  /** In which call of which caller most of what they take longer is. */
  private void grown(Matcher said, Window window, int at) {
    double times = (double) window.during.size() / window.before.size();
    Map<List<String>, Double> more = new HashMap<>();
    window.during.forEach(one -> one.calls().forEach(call -> add(more, call, 1)));
    window.before.forEach(one -> one.calls().forEach(call -> add(more, call, -times)));
    double all = more.values().stream().mapToDouble(one -> Math.max(0, one)).sum();
    String by = said.groupCount() > at + 1 ? check.signature(said.group(at + 2)) : "";
    double own = more.getOrDefault(List.of(check.signature(said.group(at + 1)), by), 0.0);
    figure(said, said.group(at), own / all);
    soft.assertThat(own)
        .as(said.group())
        .isEqualTo(more.values().stream().max(Double::compare).get());
    double low = ReportPageCheck.quantile(window.before, 0.5);
    double high = ReportPageCheck.quantile(window.during, 0.5);
    double error = (ReportPageCheck.BIN - 1) * (high + low);
    double n = window.during.size();
    cost(said, n * (high - low - error), n * (high - low + error));
  }

  private static void add(Map<List<String>, Double> sums, Call call, double times) {
    String caller = call.caller() == null ? "" : call.caller().operation();
    sums.merge(List.of(call.operation(), caller), times * call.self(), Double::sum);
  }

  private void warmUp(Matcher said) {
    int all = check.requests(true, one -> true).size();
    int left = all - check.requests(false, one -> true).size();
    count(said, said.group(2), left, left);
    soft.assertThat(ShownFigure.of(said.group(1)).isOf(check.warmUpNanos()))
        .as(said.group())
        .isTrue();
  }

  private void pause(Matcher said) {
    double instant = nanos(said.group(3));
    ShownFigure longest = ShownFigure.of(said.group(2));
    Predicate<Request> isThen = one -> one.begin() <= instant + 1e6 && one.end() >= instant;
    List<Request> of = of(null, isThen.and(one -> one.nanos() >= longest.low() / 2));
    count(said, said.group(1), 1, of.size());
    soft.assertThat(of)
        .as("the longest of %s", said.group())
        .anyMatch(one -> one.id().equals(said.group(4)) && longest.isOf(one.nanos()));
  }
}
