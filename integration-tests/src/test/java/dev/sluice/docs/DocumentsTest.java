package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds all documents to a width, and their headings to a blank line before them. */
@Tag("one-jdk")
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final int WIDTH = 120;

  /** Their lines are made of texts in the code, one of them each. */
  private static final Set<String> GENERATED =
      Set.of(
          "docs/configuration.md",
          "docs/record-types.md",
          "container-format-spec/vectors/README.md");

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
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(DocumentsTest::isOurs).toList()) {
        String name = ROOT.relativize(file).toString().replace('\\', '/');
        documents++;
        faults(Files.readAllLines(file), !GENERATED.contains(name))
            .forEach(fault -> faults.add(name + ":" + fault));
      }
    }
    assertThat(documents).isGreaterThan(30);
    assertThat(faults).isEmpty();
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

  private static boolean isOurs(Path file) {
    String path = ROOT.relativize(file).toString().replace('\\', '/');
    return path.endsWith(".md")
        && !path.matches("(.*/)?(target|unfinished|node_modules|\\.\\w+)/.*");
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
