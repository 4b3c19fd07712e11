package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import java.time.Instant;
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
  private final ReportPageCheck check;
  private final SoftAssertions soft;
  private final Map<Pattern, Consumer<Matcher>> sentences = new LinkedHashMap<>();
  private final Set<Pattern> said = new HashSet<>();

  SentencesCheck(ReportPageCheck check, SoftAssertions soft) {
    this.check = check;
    this.soft = soft;
    sentence("# of # requests of @ failed (~).*", this::failing);
    sentence("# of # requests of @ took ~ or more (p50 ~, p99 ~).*", this::tail);
    sentence("About # of # requests of @ took ~ or more (p50 ~, p99 ~).*", this::tail);
    sentence("@ takes ~ since about @, ~ before (p50; # and # requests).*", this::growth);
    sentence("The first ~ are a warm-up: its # requests .*", this::warmUp);
    sentence("# requests of ~ were slow at the same instant, @ (trace @.*", this::pause);
  }

  /** Of a count #, a time or part ~ and a word @. */
  private void sentence(String pattern, Consumer<Matcher> right) {
    String regex =
        pattern
            .replace("(", "\\(")
            .replace(")", "\\)")
            .replace("#", "([\\d,]+)")
            .replace("~", "([\\d.,]+ (?:ns|µs|ms|s|%))")
            .replace("@", "([^\\s,;)]+)");
    sentences.put(Pattern.compile(regex), right);
  }

  /** Those of which a pattern knows what they say. */
  void check(JsonNode findings) {
    for (JsonNode finding : findings) {
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
  }

  private static double nanos(String instant) {
    Instant time = Instant.parse(instant);
    return time.getEpochSecond() * 1e9 + time.getNano();
  }

  private void growth(Matcher said) {
    double since = nanos(said.group(3));
    List<Request> after = of(said.group(1), one -> one.begin() >= since);
    List<Request> before = of(said.group(1), one -> one.begin() < since);
    long near = of(said.group(1), one -> Math.abs(one.begin() - since) <= 1e6).size();
    count(said, said.group(5), after.size() - near, after.size() + near);
    count(said, said.group(6), before.size() - near, before.size() + near);
    quantile(said, said.group(2), after, 0.5);
    quantile(said, said.group(4), before, 0.5);
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
