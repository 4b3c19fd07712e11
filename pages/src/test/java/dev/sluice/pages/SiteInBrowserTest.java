package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The site of the documents, which {@code docs/site/build} made, from files alone. */
@Tag("one-jdk")
@Tag("full")
@EnabledIfSystemProperty(named = "sluice.site", matches = ".+")
class SiteInBrowserTest {
  private static final List<String> PAGES =
      List.of(
          "index.html",
          "docs/first-hour.html",
          "docs/configuration.html",
          "docs/architecture.html",
          "container-format-spec/container-v1.html");
  private static final Pattern TARGET = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]*)\"");

  private static final Path SITE = Path.of(System.getProperty("sluice.site", "")).toAbsolutePath();
  private static Chrome chrome;

  @BeforeAll
  static void start() throws IOException {
    chrome = Chrome.start();
  }

  @AfterAll
  static void stop() {
    if (chrome != null) {
      chrome.close();
    }
  }

  @AfterEach
  void consoleIsQuiet() {
    chrome.run("localStorage.clear()"); // colours that a test chose
    chrome.assertQuiet();
  }

  private static void open(String page, String state, int width, String scheme) {
    chrome.open(SITE.resolve(page), state, width, scheme);
  }

  @Test
  void pages_fit_and_axe_finds_nothing_in_both_schemes() {
    SoftAssertions all = new SoftAssertions();
    for (String page : PAGES) {
      for (String scheme : List.of("light", "dark")) {
        for (int width : List.of(1280, 320)) {
          all.check(() -> assertFine(page, scheme, width));
          chrome.forget(); // axe-core asks for styles, which a page of files may not
        }
      }
    }
    all.assertAll();
  }

  private static void assertFine(String page, String scheme, int width) throws IOException {
    open(page, "", width, scheme);
    if (page.contains("architecture")) {
      Awaitility.await().until(() -> chrome.count(".mermaid-figure svg") == 1);
    }
    chrome.picture("site-" + page.replaceAll(".*/|\\.html", "") + "-" + scheme + "-" + width);
    assertThat(chrome.style("body", "background-color"))
        .isEqualTo(scheme.equals("light") ? "rgb(255, 255, 255)" : "rgb(19, 20, 22)");
    chrome.assertFits();
    chrome.assertQuiet();
    chrome.assertAccessible("html");
  }

  @Test
  void search_finds_the_page_of_a_word() throws IOException {
    open("search.html", "?q=spill", 1280, "light");
    Awaitility.await().until(() -> chrome.text("#search-results").contains("Spill"));
    assertThat(chrome.text("#search-results")).contains("Environments");
    chrome.picture("site-search");
    chrome.forget(); // a browser does not let a page of files read another for a summary
  }

  @Test
  void colours_can_be_chosen_and_a_diagram_follows() {
    open("docs/architecture.html", "", 1280, "light");
    Awaitility.await().until(() -> chrome.count(".mermaid-figure svg") == 1);
    Object light = labelColour();
    String button = ".theme-toggle-content button";
    for (int i = 0;
        i < 3 && !"dark".equals(chrome.run("return document.body.dataset.theme"));
        i++) {
      chrome.element(button).click();
    }
    Awaitility.await().until(() -> !light.equals(labelColour()));
    chrome.forget(); // the theme tells which colours it takes
  }

  private static Object labelColour() {
    return chrome.run(
        "const label = document.querySelector('.mermaid-figure .nodeLabel');"
            + " return label ? getComputedStyle(label).color : 'none';");
  }

  @Test
  void a_block_of_code_has_a_button_that_copies_it() {
    open("docs/first-hour.html", "", 1280, "light");
    assertThat(chrome.count(".highlight button.copybtn")).isGreaterThan(10);
    assertThat(chrome.text("body")).doesNotContain("<!--", "snippet:");
  }

  @Test
  void nothing_is_taken_from_elsewhere_and_no_link_is_dead() throws IOException {
    Map<Path, Set<String>> anchors = new HashMap<>();
    List<String> faults = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SITE)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".html")).toList()) {
        anchors.put(file, found(ID, file).collect(Collectors.toSet()));
      }
    }
    for (Path file : anchors.keySet()) {
      // Javadoc has links of its own to members that it leaves out.
      if (!file.startsWith(SITE.resolve("api"))) {
        found(TARGET, file)
            .filter(target -> !isThere(file, target, anchors))
            .forEach(target -> faults.add(SITE.relativize(file) + " " + target));
      }
    }
    assertThat(anchors).hasSizeGreaterThan(50);
    assertThat(faults).isEmpty();
  }

  private static Stream<String> found(Pattern pattern, Path file) throws IOException {
    return pattern.matcher(Files.readString(file)).results().map((MatchResult one) -> one.group(1));
  }

  private static boolean isThere(Path from, String target, Map<Path, Set<String>> anchors) {
    if (target.matches("https?:.*")) {
      return !target.matches(".*\\.(js|css|woff2?|png|svg)");
    }
    String[] parts = target.split("[?]")[0].split("#", 2);
    Path to = parts[0].isEmpty() ? from : from.getParent().resolve(parts[0]).normalize();
    boolean named = parts.length == 1 || parts[1].isEmpty();
    return target.startsWith("data:")
        || Files.isRegularFile(to) && (named || anchors.get(to).contains(parts[1]));
  }
}
