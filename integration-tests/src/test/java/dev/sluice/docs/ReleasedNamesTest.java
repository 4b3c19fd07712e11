package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Names that a release had are there still: options, series, record types with their fields,
 * commands with their options. Pages of the documentation are held to the code by their own tests.
 * A line goes with what {@code docs/compatibility.md} lets go, and with a line in the changelog.
 */
@Tag("one-jdk")
class ReleasedNamesTest {
  private static final Path RELEASED = Path.of("src/test/resources/dev/sluice/docs/released.txt");
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern OPTION = Pattern.compile("(?m)^\\| `([^`]+)`(?: †)? \\|.*\\|$");
  private static final Pattern SERIES =
      Pattern.compile("(?m)^\\| `(sluice_\\w+)` \\| (\\w+) \\| ([^|]*) \\|");
  private static final Pattern RECORD =
      Pattern.compile("(?ms)^## (sluice\\.\\w+)\\n\\nVersion (\\d+)\\.(.*?)(?=^## |\\z)");
  private static final Pattern FIELD = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\w+)[^|]*\\|");

  @Test
  void what_a_release_had_is_there() throws IOException {
    Set<String> now = names();
    if (Boolean.getBoolean("sluice.released.write")) {
      Files.write(RELEASED, now);
    }

    assertThat(now).hasSizeGreaterThan(500).containsAll(Files.readAllLines(RELEASED));
  }

  private static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    String options = page("configuration.md");
    String all = options.substring(options.indexOf("\n## "));
    OPTION.matcher(all).results().forEach(option -> names.add("option " + option.group(1)));
    SERIES
        .matcher(page("series.md"))
        .results()
        .forEach(
            series ->
                names.add(
                    String.join(" ", "series", series.group(1), series.group(2), series.group(3))
                        .strip()));
    RECORD.matcher(page("record-types.md")).results().forEach(type -> add(type, names));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true);
    add(Main.commands(new Terminal(nowhere, nowhere, false)), names);
    return names;
  }

  private static void add(MatchResult type, Set<String> names) {
    String record = "record " + type.group(1) + "." + type.group(2);
    names.add(record);
    FIELD
        .matcher(type.group(3))
        .results()
        .forEach(field -> names.add(record + " " + field.group(1) + " " + field.group(2)));
  }

  private static void add(CommandLine group, Set<String> names) {
    for (CommandLine command : group.getSubcommands().values()) {
      String words = "command " + command.getCommandSpec().qualifiedName(" ");
      names.add(words);
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (!option.hidden()) {
          names.add(words + " " + option.longestName() + " " + option.arity());
        }
      }
      add(command, names);
    }
  }

  private static String page(String name) throws IOException {
    return Files.readString(DOCS.resolve(name));
  }
}
