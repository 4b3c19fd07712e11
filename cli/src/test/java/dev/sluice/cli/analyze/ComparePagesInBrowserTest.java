package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import dev.sluice.pages.Chrome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a comparison in a browser, if there is one, beside the records of both sides. */
@Tag("one-jdk")
@Tag("full")
class ComparePagesInBrowserTest {
  private static final Pattern INSTEAD =
      Pattern.compile("(\\S+) takes ([\\d.]+ \\S+) instead of ([\\d.]+ \\S+?)[ ;,]");
  private static final List<Integer> WIDTHS = List.of(320, 400, 768, 1280, 1440);

  private static double mean(RecordedRequests of, String kind) {
    String operation = "public void app." + kind + "()";
    return of.requests().stream()
        .filter(one -> one.kind(Set.of(operation)).equals(operation))
        .mapToLong(Request::nanos)
        .average()
        .orElse(0);
  }

  @Test
  void long_verdicts_are_below_each_other_on_a_phone(@TempDir Path folder) throws IOException {
    Path before = PageRecordings.shop().write(folder.resolve("before"));
    Path after = PageRecordings.faults().write(folder.resolve("after"));
    Path page = folder.resolve("page");
    Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
    String[] words = {"compare", before.toString(), after.toString(), "-o", page.toString()};
    assertThat(Main.run(nowhere, words)).isZero();
    try (Chrome chrome = Chrome.start()) {
      ReportPage compared = new ReportPage(chrome, page.resolve("compare.html"), null);
      for (int width : WIDTHS) {
        compared.open("", width).assertFits();
        String scroll = "document.querySelector('.verdicts').closest('.scroll')";
        assertThat(compared.run(scroll + ".scrollWidth <= " + scroll + ".clientWidth").asBoolean())
            .as("verdicts are within the window at %s", width)
            .isTrue();
      }
      chrome.assertQuiet();
    }
  }

  @Test
  void means_of_kinds_are_those_of_the_records_and_nothing_is_cut(@TempDir Path folder)
      throws IOException {
    Path before = Steps.one().service().write(folder.resolve("before"));
    Path after = PageRecordings.shop().write(folder.resolve("after"));
    Path page = folder.resolve("page");
    Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
    String[] words = {
      "compare", "--with-warm-up", before.toString(), after.toString(), "-o", page.toString()
    };
    assertThat(Main.run(nowhere, words)).isZero();
    RecordedRequests first = RecordedRequests.of(before, folder.resolve("text"));
    RecordedRequests second = RecordedRequests.of(after, folder.resolve("text"));

    try (Chrome chrome = Chrome.start()) {
      ReportPage compared = new ReportPage(chrome, page.resolve("compare.html"), null);
      for (int width : WIDTHS) {
        compared.open("", width).assertFits();
        assertThat(compared.run("shown.bad()")).isEmpty();
      }
      String text = chrome.text("#app").replaceAll("\\s+", " ");
      assertThat(text)
          .contains(
              "%,d requests".formatted(first.requests().size()),
              "%,d requests".formatted(second.requests().size()));
      List<MatchResult> found = INSTEAD.matcher(text).results().toList();
      List<MatchResult> kinds =
          found.stream().filter(one -> mean(first, one.group(1)) > 0).toList();
      assertThat(kinds).as(text).hasSizeGreaterThan(2);
      for (MatchResult one : kinds) {
        assertThat(ShownFigure.of(one.group(2)).isOf(mean(second, one.group(1))))
            .as("%s, %s is right after", one.group(), mean(second, one.group(1)))
            .isTrue();
        assertThat(ShownFigure.of(one.group(3)).isOf(mean(first, one.group(1))))
            .as("%s, %s is right before", one.group(), mean(first, one.group(1)))
            .isTrue();
      }
      chrome.assertQuiet();
    }
  }
}
