package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringBootIT {
  @TempDir private Path directory;

  private List<String> answers(String include) throws Exception {
    RealJvm.Result result =
        new RealJvm(directory)
            .run(
                include,
                "-Dspring.main.banner-mode=off",
                "-Dlogging.level.root=OFF",
                "-Dserver.port=0",
                "dev.sluice.realprograms.app.Shop");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    // Errors are answered with the time.
    return result.out().stream().map(l -> l.replaceAll("\"timestamp\":\"[^\"]*\"", "")).toList();
  }

  @Test
  void application_answers_the_same_with_the_agent() throws Exception {
    List<String> without = answers(null);
    assertThat(without).hasSize(200).contains("200 10 costs 18");
    assertThat(answers("dev.sluice.realprograms.**|org.springframework.**")).isEqualTo(without);
    assertThat(new RealJvm(directory).report())
        .containsEntry("balanced", "true")
        .containsEntry("dropped", "0")
        .containsEntry("failed.classes", "0");
  }
}
