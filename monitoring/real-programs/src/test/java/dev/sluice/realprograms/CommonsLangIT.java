package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommonsLangIT {
  /** Minutes; many where other work goes on beside. */
  private static final Duration LIMIT = Duration.ofHours(1);

  @TempDir private Path directory;

  /** A file that the project does not publish; its tests read it from the working directory. */
  @BeforeEach
  void putResources() throws Exception {
    Path resources = Files.createDirectories(directory.resolve("src/test/resources"));
    Files.copy(
        Path.of("../commons-lang/src/test/resources/lang-708-input.txt"),
        resources.resolve("lang-708-input.txt"));
  }

  /** Lines like {@code [ 9000 tests successful ]}, and those of tests that failed. */
  private static List<String> summary(Program program) throws Exception {
    program
        .limit(LIMIT)
        .arguments(System.getProperty("sluice.commonsLang.opened").split(" "))
        .arguments(
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--select-package=org.apache.commons.lang3",
            "--include-classname=.*Test",
            "--details=summary",
            "--disable-banner",
            "--disable-ansi-colors");
    return program
        .run()
        .out()
        .lines()
        .filter(line -> line.startsWith("[") || line.contains("MethodSource"))
        .map(String::strip)
        .toList();
  }

  @Test
  void test_suite_has_the_same_results_with_the_agent() throws Exception {
    List<String> without = summary(RealProgram.on(directory));
    assertThat(without).anyMatch(line -> line.matches("\\[ *\\d{4,} tests successful *]"));
    Program program = RealProgram.on(directory).losingNothing("org.apache.commons.lang3.**");
    assertThat(summary(program)).isEqualTo(without);
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");
  }
}
