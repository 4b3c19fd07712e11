package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommonsLangIT {
  /** What the project's own build opens to its tests. */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.reflect",
          "java.net",
          "java.util",
          "java.util.concurrent",
          "java.util.stream",
          "java.time",
          "java.time.chrono");

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
  private List<String> summary(String include) throws Exception {
    List<String> arguments = new ArrayList<>();
    for (String opened : OPENED) {
      arguments.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    arguments.addAll(
        List.of(
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--select-package=org.apache.commons.lang3",
            "--include-classname=.*Test",
            "--details=summary",
            "--disable-banner",
            "--disable-ansi-colors"));
    RealJvm.Result result = new RealJvm(directory).run(include, arguments.toArray(String[]::new));
    return result.out().stream()
        .filter(line -> line.startsWith("[") || line.contains("MethodSource"))
        .map(String::strip)
        .toList();
  }

  @Test
  void test_suite_has_the_same_results_with_the_agent() throws Exception {
    List<String> without = summary(null);
    assertThat(without).anyMatch(line -> line.matches("\\[ *\\d{4,} tests successful *]"));
    assertThat(summary("org.apache.commons.lang3.**")).isEqualTo(without);
    assertThat(new RealJvm(directory).report())
        .containsEntry("balanced", "true")
        .containsEntry("dropped", "0");
  }
}
