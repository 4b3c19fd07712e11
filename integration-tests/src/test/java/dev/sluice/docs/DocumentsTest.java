package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds all documents to a width, their headings to a blank line, their code to tests. */
@Tag("one-jdk")
class DocumentsTest {
  private static final int WIDTH = 120;

  /** Their lines are made of texts in the code, one of them each. */
  private static final Set<String> GENERATED =
      Set.of(
          "docs/configuration.md",
          "docs/record-types.md",
          "container-format-spec/vectors/README.md");

  /** Kinds of comments before a block, which tests read. */
  private static final Set<String> BOUND =
      Set.of("snippet", "file", "run", "query", "options", "output", "printed");

  /** What is shown or drawn, and does nothing. */
  private static final Set<String> FREE = Set.of("text", "mermaid");

  private static final Pattern HEADING = Pattern.compile("#{1,6} .*");
  private static final Pattern HEADING_WITHIN = Pattern.compile(".*[^\\s`#] #{2,6} \\w.*");

  /** Rows of tables, comments, and a command that is to be copied; so are lines of code. */
  private static final Pattern UNBROKEN = Pattern.compile("\\||<!--|\\W*`[^`]+`\\W*$");

  /** Where a link leads does not show. */
  private static final Pattern TARGET = Pattern.compile("]\\([^)]*\\)");

  @Test
  void lines_are_no_wider_than_120_columns_and_no_heading_is_swallowed() throws IOException {
    List<String> faults = new ArrayList<>();
    int documents = 0;
    for (MarkdownPage page : MarkdownPage.all()) {
      documents++;
      faults(page.lines(), !GENERATED.contains(page.name()))
          .forEach(fault -> faults.add(page.name() + ":" + fault));
    }
    assertThat(documents).isGreaterThan(30);
    assertThat(faults).isEmpty();
  }

  /**
   * A program, a configuration or a query is held to code by a comment before it, as {@link
   * dev.sluice.testkit.Snippets} reads them, or says why it is not. Commands of the launcher are
   * run or parsed wherever they stand.
   */
  @Test
  void blocks_of_code_are_compiled_or_run_or_say_why_not() throws IOException {
    List<String> faults = new ArrayList<>();
    List<String> illustrations = new ArrayList<>();
    int bound = 0;
    String tests = tests();
    for (MarkdownPage page : MarkdownPage.all()) {
      for (MarkdownPage.Block block : page.blocks()) {
        String place = page.name() + ":" + block.line() + " " + block.language();
        if (block.kind().equals("illustration")) {
          illustrations.add(place);
        } else if (BOUND.contains(block.kind())) {
          bound++;
          if (!tests.contains(page.name().replaceFirst("^(docs|python)/", "") + '"')) {
            faults.add(place + ": no test reads the page");
          }
        } else if (!isFree(block) && !GENERATED.contains(page.name())) {
          faults.add(place + ": says neither what runs it nor why nothing does");
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(bound).isGreaterThan(80);
    System.out.println("blocks of code held to code: " + bound + ", not: " + illustrations);
  }

  private static boolean isFree(MarkdownPage.Block block) {
    return FREE.contains(block.language())
        || block.code().stream().allMatch(line -> line.matches("(\\./)?sluice .*"));
  }

  /** The sources of all tests that may read a page. */
  private static String tests() throws IOException {
    StringBuilder tests = new StringBuilder();
    for (Path file :
        MarkdownPage.files(".*/src/test/java/.*(Test|IT)\\.java|python/tests/test_docs\\.py")) {
      tests.append(Files.readString(file));
    }
    return tests.toString();
  }

  @Test
  void faults_are_found_and_code_tables_and_links_are_none() {
    String wide = "word ".repeat(25);
    List<String> lines =
        List.of(
            "# Title",
            "text",
            "## Swallowed",
            "",
            "text ## Within",
            wide,
            "| " + wide,
            "```",
            wide,
            "# a comment of a shell",
            "```",
            "",
            "[text](" + "x".repeat(WIDTH) + ")",
            "  `" + wide + "`",
            "<!-- " + wide + " -->");

    assertThat(faults(lines, true))
        .containsExactly("3 swallowed heading", "5 swallowed heading", "6 wide line");
    assertThat(faults(lines, false)).doesNotContain("6 wide line");
  }

  private static List<String> faults(List<String> lines, boolean narrow) {
    List<String> faults = new ArrayList<>();
    boolean code = false;
    String before = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean fence = line.strip().startsWith("```");
      if (!code && !fence) {
        if (isSwallowed(line, before)) {
          faults.add((i + 1) + " swallowed heading");
        }
        if (narrow && isWide(line)) {
          faults.add((i + 1) + " wide line");
        }
      }
      code ^= fence;
      before = line;
    }
    return faults;
  }

  private static boolean isSwallowed(String line, String before) {
    return HEADING.matcher(line).matches() && !before.isBlank()
        || HEADING_WITHIN.matcher(line).matches();
  }

  private static boolean isWide(String line) {
    return TARGET.matcher(line).replaceAll("]").length() > WIDTH
        && !line.startsWith("    ")
        && !UNBROKEN.matcher(line.strip()).lookingAt();
  }
}
