package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds links of all pages to files and headings that are there, and the list of pages to them. */
@Tag("one-jdk")
class LinksTest {
  private static final String LIST = "docs/README.md";

  private final Map<Path, MarkdownPage> pages = new HashMap<>();
  private final Map<MarkdownPage, Set<String>> anchors = new IdentityHashMap<>();

  private void read() throws IOException {
    for (MarkdownPage page : MarkdownPage.all()) {
      pages.put(MarkdownPage.ROOT.resolve(page.name()).normalize(), page);
    }
  }

  @Test
  void links_lead_to_files_and_headings_that_are_there() throws IOException {
    read();
    List<String> faults = new ArrayList<>();
    int links = 0;
    for (MarkdownPage page : pages.values()) {
      for (MarkdownPage.Link link : page.links()) {
        links++;
        String fault = fault(page, link.target());
        if (!fault.isEmpty()) {
          faults.add(page.name() + ":" + link.line() + " " + fault);
        }
      }
    }
    assertThat(links).isGreaterThan(500);
    assertThat(faults).isEmpty();
  }

  @Test
  void every_page_is_in_the_list_of_pages_once() throws IOException {
    read();
    MarkdownPage list = pages.get(MarkdownPage.ROOT.resolve(LIST).normalize());
    List<MarkdownPage> listed =
        list.links().stream()
            .filter(link -> !link.target().contains("#"))
            .map(link -> pages.get(list.directory().resolve(link.target()).normalize()))
            .toList();
    Set<MarkdownPage> others =
        pages.values().stream().filter(page -> page != list).collect(Collectors.toSet());
    assertThat(listed).extracting(MarkdownPage::name).doesNotHaveDuplicates();
    assertThat(others)
        .extracting(MarkdownPage::name)
        .as("pages, of which each has a line in " + LIST)
        .hasSizeGreaterThan(50)
        .containsExactlyInAnyOrderElementsOf(listed.stream().map(MarkdownPage::name).toList());
  }

  @Test
  void faults_are_found_and_code_is_no_link() {
    MarkdownPage page =
        new MarkdownPage(
            "docs/example.md",
            List.of(
                "# A title",
                "[itself](#a-title) [gone](#a-heading) [file](../pom.xml) [gone](gone.md)",
                "`[code](gone.md)` ``a ` [code](gone.md)`` [in two",
                "lines](gone.md) ![picture](gone.svg) [text](https://example.org/a b)",
                "```text",
                "## In a block",
                "[code](gone.md)",
                "```",
                "## A [linked](x) `title`",
                "## A title"));
    pages.put(MarkdownPage.ROOT.resolve(page.name()).normalize(), page);

    assertThat(page.anchors()).containsExactly("a-title", "a-linked-title", "a-title-1");
    assertThat(page.links().stream().filter(link -> !fault(page, link.target()).isEmpty()))
        .extracting(MarkdownPage.Link::line, MarkdownPage.Link::target)
        .hasToString(
            "[(2, \"#a-heading\"), (2, \"gone.md\"), (4, \"gone.md\"), (4, \"gone.svg\"),"
                + " (4, \"https://example.org/a b\"), (9, \"x\")]");
  }

  /**
   * What is wrong with a link, or nothing; where one leads that leaves the project is not asked.
   */
  private String fault(MarkdownPage page, String target) {
    try {
      URI uri = new URI(target);
      if (uri.isAbsolute()) {
        return "https".equals(uri.getScheme()) && uri.getHost() != null ? "" : "odd: " + target;
      }
      Path self = MarkdownPage.ROOT.resolve(page.name());
      Path file = uri.getPath().isEmpty() ? self : page.directory().resolve(uri.getPath());
      MarkdownPage to = pages.get(file.normalize());
      if (to == null && (!Files.exists(file) || file.toString().contains("/target/"))) {
        return "no file: " + target;
      }
      boolean isThere =
          uri.getFragment() == null
              || to != null
                  && anchors.computeIfAbsent(to, MarkdownPage::anchors).contains(uri.getFragment());
      return isThere ? "" : "no heading: " + target;
    } catch (URISyntaxException e) {
      return "odd: " + target;
    }
  }
}
