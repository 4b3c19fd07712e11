package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The JVM's verifier takes each class of many jars, of the compilers of Java, Scala, Kotlin, Groovy
 * and Clojure, with probes in every method and constructor.
 */
class CorpusIT {
  private static final List<String> PROBES =
      List.of("execution", "events", "duration", "aggregate");

  @TempDir private Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private static Program.Result run(Program program) throws Exception {
    Path classes =
        Path.of(CorpusIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Program.Result result =
        program
            .arguments("-Xmx1g", "-cp", classes.toString())
            .arguments("dev.sluice.realprograms.app.Corpus")
            .arguments(System.getProperty("sluice.programs"))
            .arguments(System.getProperty("sluice.corpus"))
            .arguments(System.getProperty("sluice.osgi") + "/org.eclipse.osgi.jar")
            .run();
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void classes_with_probes_pass_the_verifier(Path jdk) throws Exception {
    Program.Result without = run(Program.on(jdk, directory));
    assertThat(without.out())
        .doesNotContain("VerifyError")
        .containsPattern("\\n8\\d jars, 4\\d{4} classes, ");
    for (String probe : PROBES) {
      Program program = Program.on(jdk, directory);
      program.monitored("**|new **;probe=" + probe);
      assertThat(run(program)).as(probe).isEqualTo(without);
      Properties report = new Properties();
      try (Reader in = Files.newBufferedReader(program.report())) {
        report.load(in);
      }
      assertThat(report).as(probe).containsEntry("failed.classes", "0");
    }
  }
}
