package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The pictures of documents are those of the report of {@code ./sluice demo}: {@code
 * -Dsluice.write=true} takes them again.
 */
@Tag("one-jdk")
@Tag("full")
class PicturesTest {
  private static final int MAX_BYTES = 60 * 1024;
  private static final Path ROOT = Path.of("..");
  private static final Path PICTURES = ROOT.resolve("docs/pictures");
  private static final Path REPORT =
      ROOT.resolve("cli/target/demo/demo-report/report.html").toAbsolutePath();
  private static final List<String> SCHEMES = List.of("light", "dark");
  private static final Pattern PICTURE =
      Pattern.compile(
          "<picture>\\s*<source media=\"\\(prefers-color-scheme: dark\\)\" srcset=\"([^\"]+)-dark.webp\">\\s*"
              + "<img alt=\"[^\"]{20,}\"\\s+src=\"([^\"]+)-light.webp\" width=\"\\d+\" height=\"\\d+\">\\s*</picture>");

  /** A picture: where it is, its state, its height, and what is done before it is taken. */
  private record Shot(String name, String page, String state, int height, String script) {}

  private static final String TO_VIEWS = "document.getElementById('views').scrollIntoView();";
  private static final List<Shot> SHOTS =
      List.of(
          new Shot("report", "README.md", "", 800, ""),
          new Shot("flame", "docs/report.md", "#tab=flame", 290, TO_VIEWS),
          new Shot("operations", "docs/coming-from-kieker.md", "#tab=operations", 420, TO_VIEWS),
          new Shot(
              "trace",
              "docs/first-hour.md",
              "#tab=traces",
              420,
              """
              const calls = (row) => Number(row.querySelector(".opt")?.textContent.replace(",", ""));
              const links = [...document.querySelectorAll("#panel-traces .list tbody tr")]
                .filter((row) => calls(row) >= 6 && calls(row) < 500).map((row) => row.querySelector("a"));
              links[0].click();
              """
                  + TO_VIEWS));

  @Test
  void each_picture_is_small_in_both_schemes_and_on_its_page() throws IOException {
    List<String> shown = new ArrayList<>();
    for (Shot shot : SHOTS) {
      String text = Files.readString(ROOT.resolve(shot.page));
      List<MatchResult> found = PICTURE.matcher(text).results().toList();
      assertThat(found).as("pictures of " + shot.page).hasSize(1);
      assertThat(found.get(0).group(1))
          .isEqualTo(found.get(0).group(2))
          .endsWith("pictures/" + shot.name);
      Path folder = ROOT.resolve(shot.page).toAbsolutePath().getParent();
      for (String scheme : SCHEMES) {
        Path file = folder.resolve(found.get(0).group(1) + "-" + scheme + ".webp").normalize();
        assertThat(Files.size(file)).as(file.toString()).isBetween(1_000L, (long) MAX_BYTES);
        shown.add(file.getFileName().toString());
      }
    }
    try (Stream<Path> files = Files.list(PICTURES)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(shown);
    }
  }

  @Test
  void pictures_are_those_of_the_demos_report() throws IOException {
    assumeTrue(
        Boolean.getBoolean("sluice.write"),
        "writes docs/pictures with -Dsluice.write=true, after ./sluice demo");
    try (Chrome chrome = Chrome.start()) {
      for (Shot shot : SHOTS) {
        for (String scheme : SCHEMES) {
          chrome.open(REPORT, shot.state, 1280, scheme);
          chrome.run(shot.script);
          byte[] picture = chrome.webp(shot.height, MAX_BYTES);
          assertThat(picture).hasSizeLessThanOrEqualTo(MAX_BYTES);
          Files.write(PICTURES.resolve(shot.name + "-" + scheme + ".webp"), picture);
        }
      }
      chrome.assertQuiet();
    }
  }
}
