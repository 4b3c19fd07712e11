package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringBootIT {
  @TempDir private Path directory;

  private static List<String> answers(Program program) throws Exception {
    Program.Result result =
        program
            .arguments(
                "-Dspring.main.banner-mode=off",
                "-Dlogging.level.root=OFF",
                "-Dserver.port=0",
                "dev.sluice.realprograms.app.Shop")
            .run();
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    // Errors are answered with the time.
    return result.out().lines().map(l -> l.replaceAll("\"timestamp\":\"[^\"]*\"", "")).toList();
  }

  @Test
  void application_answers_the_same_with_the_agent() throws Exception {
    List<String> without = answers(RealProgram.on(directory));
    assertThat(without).hasSize(200).contains("200 10 costs 18");
    Program program =
        RealProgram.on(directory)
            .losingNothing("dev.sluice.realprograms.**|org.springframework.**");
    assertThat(answers(program)).isEqualTo(without);
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");
  }
}
