package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommonsLangIT {
  @TempDir private Path directory;

  /** Lines like {@code [ 9000 tests successful ]}, and those of tests that failed. */
  private List<String> summary(String include) throws Exception {
    RealJvm.Result result =
        new RealJvm(directory)
            .run(
                include,
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--select-package=org.apache.commons.lang3",
                "--include-classname=.*Test",
                "--details=summary",
                "--disable-banner",
                "--disable-ansi-colors");
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
