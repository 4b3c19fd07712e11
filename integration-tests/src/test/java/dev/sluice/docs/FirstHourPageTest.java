package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of {@code docs/first-hour.md} in terminals of 80 and 120 columns, and compares
 * the page with the output at 80. Only output that no longer matches is written again; to take all
 * figures from one run, delete the shown output first.
 */
@Tag("one-jdk")
@Tag("full")
@EnabledOnOs(OS.LINUX)
class FirstHourPageTest {
  private static final String NAME = "first-hour.md";
  private static final Path PAGE = Path.of("../docs", NAME);
  private static final int NARROW = 80;
  private static final int WIDE = 120;

  /** A block of commands and the output that the page shows below it. */
  private static final Pattern RUN =
      Pattern.compile(
          "(<!-- run: (\\S+) -->\\n```sh\\n(.*?)```\\n)"
              + "(?:\\n<!-- output: \\2 -->\\n```text\\n.*?```\\n)?",
          Pattern.DOTALL);

  @TempDir private Path directory;

  /** Returns the output of each block of the page by its name. */
  private Map<String, String> run(String page, int columns) {
    Map<String, String> printed = new LinkedHashMap<>();
    try (ShellSession shell = new ShellSession(directory.resolve("at" + columns), columns)) {
      Matcher run = RUN.matcher(page);
      while (run.find()) {
        String output = shell.run(run.group(3));
        assertThat(output.lines())
            .as("%d columns: %s", columns, run.group(3))
            .allMatch(line -> line.codePointCount(0, line.length()) <= columns);
        printed.put(run.group(2), output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return printed;
  }

  @Test
  @Timeout(180)
  void page_shows_what_its_commands_print_on_narrow_and_wide_terminals() throws IOException {
    assumeTrue(ShellSession.isPossible(), "script of util-linux is not installed");
    String page = Files.readString(PAGE);
    List<Map<String, String>> printed =
        Stream.of(NARROW, WIDE).parallel().map(columns -> run(page, columns)).toList();
    Map<String, String> narrow = printed.get(0);
    Map<String, String> wide = printed.get(1);
    assertThat(narrow).containsKeys("type", "broker", "agent", "doctor", "verify", "findings");
    assertThat(wide.get("verify")).contains("  duplicates  ").doesNotContain("wider terminal");

    String shown =
        RUN.matcher(page)
            .replaceAll(
                block -> {
                  String name = block.group(2);
                  return Matcher.quoteReplacement(block.group(1) + output(name, narrow.get(name)));
                });
    GeneratedPage.check(NAME, shown, Varying::masked);
  }

  private static String output(String name, String printed) {
    return printed.isEmpty()
        ? ""
        : "\n<!-- output: %s -->\n```text\n%s```\n".formatted(name, printed);
  }

  @Test
  void only_what_varies_may_differ() {
    String one =
        "12,345 records in 3 chunks, 12.9 KiB\n  shop  1.72 ms  12.5 %  as in trace 12ab0000000000f0";
    String other =
        one.replace("3 chunks", "5 chunks")
            .replace("12.9 KiB", "812 bytes")
            .replace("  1.72 ms  12.5 %", "   904 µs     9 %")
            .replace("12ab", "90fe");

    assertThat(Varying.masked(other)).isEqualTo(Varying.masked(one));
    assertThat(Varying.masked(one.replace("12,345", "12,346"))).isNotEqualTo(Varying.masked(one));
    assertThat(Varying.masked(one.replace("shop", "sho"))).isNotEqualTo(Varying.masked(one));
  }
}
