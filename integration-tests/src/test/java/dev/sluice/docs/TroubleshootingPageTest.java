package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that each message on the pages about troubleshooting is in the sources. */
@Tag("one-jdk")
class TroubleshootingPageTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> PAGES =
      List.of("troubleshooting.md", "troubleshooting-media.md", "troubleshooting-setup.md");

  /** A table of messages, and the first cell of a row. */
  private static final Pattern TABLE =
      Pattern.compile("\\| it says \\|.*\\n\\|---.*\\n((?:\\|.*\\n)+)");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(.*?)` \\|");
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final int MIN_MESSAGES = 60;

  @Test
  void each_message_is_in_the_sources() throws IOException {
    String sources = sources();
    StringBuilder pages = new StringBuilder();
    for (String page : PAGES) {
      pages.append(Files.readString(ROOT.resolve("docs").resolve(page))).append('\n');
    }
    List<String> messages = messages(pages.toString());
    List<String> unknown = new ArrayList<>();
    for (String message : messages) {
      List<String> parts = Stream.of(message.split("…")).filter(part -> !part.isBlank()).toList();
      assertThat(String.join("", parts)).as(message).hasSizeGreaterThan(6);
      if (!parts.stream().allMatch(part -> sources.contains(part.strip()))) {
        unknown.add(message);
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(messages).doesNotHaveDuplicates().hasSizeGreaterThan(MIN_MESSAGES);
  }

  @Test
  void each_alert_and_each_cause_of_drops_has_its_place() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/alerts.md"));
    List<String> wanted = new ArrayList<>();
    Pattern.compile("- alert: (\\w+)")
        .matcher(Files.readString(ROOT.resolve("docs/metrics/alerts.yml")))
        .results()
        .forEach(alert -> wanted.add("\n### " + alert.group(1) + "\n\n- **Means**"));
    assertThat(wanted).hasSize(5);
    for (DropCause cause : DropCause.values()) {
      wanted.add("\n| `" + cause.label() + "` |");
    }
    assertThat(page).contains(wanted);
  }

  @Test
  void rows_of_other_tables_are_no_messages() {
    assertThat(
            messages("| it says | why |\n|---|---|\n| `a … b` | x |\n\n| else |\n|---|\n| `c` |\n"))
        .containsExactly("a … b");
  }

  private static List<String> messages(String page) {
    return TABLE
        .matcher(page)
        .results()
        .flatMap(table -> ROW.matcher(table.group(1)).results())
        .map(row -> row.group(1))
        .toList();
  }

  /** All that is no test, with texts that are put together in one piece. */
  private static String sources() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(ROOT)) {
      files =
          all.filter(file -> file.toString().matches(".*/src/main/java/.*\\.java"))
              .filter(file -> !file.toString().contains("/benchmarks/"))
              .collect(Collectors.toCollection(ArrayList::new));
    }
    files.add(ROOT.resolve("cli/src/main/launcher/sluice"));
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      text.append(JOINED.matcher(Files.readString(file)).replaceAll("")).append('\n');
    }
    return text.toString();
  }
}
