package dev.sluice.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.oracle.HelpExamples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParseResult;

/** Commands in help and documents; experiments take minutes, so that most are planned alone. */
class ExamplesTest {
  private static final Pattern SHOWN = Pattern.compile("`(?:\\./)?(?:sluice )?(bench [^`]*)`");

  /** The steps of what an example asks for, or null if it asks for no experiment. */
  private static List<Step> steps(String example) throws Exception {
    ParseResult parsed = HelpExamples.parse(example);
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed.commandSpec().userObject() instanceof Experiment one ? one.steps() : null;
  }

  @Test
  void examples_of_the_help_can_be_measured() throws Exception {
    int planned = 0;
    for (String example : HelpExamples.all(null)) {
      // Its sources are told by ./sluice, which is not here.
      String here = example.replace("complexity ", "complexity --sources .. ");
      List<Step> steps = example.startsWith("sluice bench ") ? steps(here) : null;
      assertThat(steps == null || !steps.isEmpty()).as(example).isTrue();
      planned += steps == null ? 0 : 1;
    }
    assertThat(planned).isGreaterThan(20);
  }

  @Test
  void commands_of_the_documents_exist() throws Exception {
    List<String> shown = new ArrayList<>();
    try (Stream<Path> pages = Files.walk(Path.of("../docs"))) {
      for (Path page : pages.filter(file -> file.toString().endsWith(".md")).toList()) {
        Matcher matcher = SHOWN.matcher(Files.readString(page));
        while (matcher.find()) {
          shown.add("sluice " + matcher.group(1).replaceAll("\\s+", " "));
        }
      }
    }
    assertThat(shown).hasSizeGreaterThan(40);
    shown.forEach(HelpExamples::parse);
  }
}
