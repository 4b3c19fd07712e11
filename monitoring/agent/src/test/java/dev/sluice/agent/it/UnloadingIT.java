package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that throws classes away, as scripts and rule engines do, lives as long as without. */
class UnloadingIT {
  private static final int METHODS = 40;
  private static final int LOADERS = 3_000;

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("jdks")
  void memory_of_unloaded_classes_is_given_back(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory).arguments("-Xmx32m");
    String methods =
        IntStream.range(0, METHODS)
            .mapToObj(i -> "static int m" + i + "() { return " + i + "; }\n")
            .collect(Collectors.joining());
    String calls =
        IntStream.range(0, METHODS)
            .mapToObj(i -> "m" + i + "()")
            .collect(Collectors.joining(" + "));
    Path script =
        program.compile(
            "script",
            "com/acme/Script.java",
            "package com.acme; public class Script { %s public static int run() { return %s; } }"
                .formatted(methods, calls));
    Path classes =
        program.compile(
            "classes",
            "com/acme/Engine.java",
            """
            package com.acme;
            import java.nio.file.*;
            public class Engine {
              public static void main(String[] args) throws Exception {
                byte[] script = Files.readAllBytes(Path.of(args[0]));
                long sum = 0;
                for (int i = Integer.parseInt(args[1]); i > 0; i--) {
                  class Loader extends ClassLoader {
                    Class<?> define() {
                      return defineClass("com.acme.Script", script, 0, script.length);
                    }
                  }
                  sum += (int) new Loader().define().getMethod("run").invoke(null);
                }
                System.out.println(sum);
              }
            }
            """);
    Program.Result result =
        program
            .monitored("com.acme.Script")
            .arguments("-cp", classes.toString(), "com.acme.Engine")
            .arguments(script.resolve("com/acme/Script.class").toString(), "" + LOADERS)
            .run();
    assertThat(result.out()).isEqualTo((long) LOADERS * IntStream.range(0, METHODS).sum() + "\n");
    assertThat(result.exitCode()).isZero();
    assertThat(Files.readString(program.report()))
        .contains("instrumented.methods=" + LOADERS * (METHODS + 1), "balanced=true");
  }
}
