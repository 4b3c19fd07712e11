package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Class files that the JVM takes, it takes with probes too, and does the same. */
class OddClassesIT {
  private static final String DRIVER =
      """
      package com.acme;
      import java.io.*;
      import java.lang.reflect.*;
      import java.nio.charset.StandardCharsets;
      public class Odd {
        public static void main(String[] arguments) throws Exception {
          String names;
          try (InputStream in = Odd.class.getResourceAsStream("/names")) {
            names = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          }
          for (String name : names.split("\\n")) {
            for (int i : new int[] {-1, 0, 1, 6, 7}) {
              System.out.println(name.replaceAll("[^ -~]", "?") + " " + i + ": " + run(name, i));
            }
          }
        }
        private static String run(String name, int i) {
          try {
            return "" + Class.forName(name).getMethod("run", int.class).invoke(null, i);
          } catch (InvocationTargetException e) {
            return "throws " + e.getCause() + " at " + e.getCause().getStackTrace()[0].getMethodName();
          } catch (Throwable e) {
            return "cannot be run: " + e.toString().lines().findFirst().get();
          }
        }
      }
      """;

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private static List<OddClass> classes() {
    return Stream.of(OddFlow.all(), OddLocals.all(), OddShape.all()).flatMap(List::stream).toList();
  }

  /** Names may be such that the file system does not take them. */
  private Path jar(List<OddClass> classes) throws IOException {
    Path jar = directory.resolve("odd.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      String names =
          classes.stream().map(c -> c.name().replace('/', '.')).collect(Collectors.joining("\n"));
      out.putNextEntry(new JarEntry("names"));
      out.write(names.getBytes(StandardCharsets.UTF_8));
      for (OddClass odd : classes) {
        out.putNextEntry(new JarEntry(odd.name() + ".class"));
        out.write(odd.bytes());
      }
    }
    return jar;
  }

  private String run(Path jdk, String classPath, String options) throws Exception {
    Program program = Program.brief(jdk, directory);
    if (options != null) {
      program.monitored("com.acme.odd.**|new com.acme.odd.**;" + options);
    }
    Program.Result result = program.arguments("-Xss16m", "-cp", classPath, "com.acme.Odd").run();
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    return result.out();
  }

  private void assertSame(Path jdk, String options) throws Exception {
    Path driver = Program.brief(jdk, directory).compile("classes", "com/acme/Odd.java", DRIVER);
    String classPath = driver + File.pathSeparator + jar(classes());
    String without = run(jdk, classPath, null);
    assertThat(without.lines().filter(line -> line.contains("cannot be run"))).isEmpty();
    List<String> same = without.lines().toList();
    List<String> with = run(jdk, classPath, options).lines().toList();
    assertThat(with.stream().filter(line -> !same.contains(line))).isEmpty();
    assertThat(with).hasSameSizeAs(same);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void executions_of_odd_classes_are_recorded(Path jdk) throws Exception {
    assertSame(jdk, "probe=execution");
    Program program = Program.brief(jdk, directory);
    Set<String> recorded =
        Recording.of(program.records()).executions().stream()
            .map(Execution::signature)
            .collect(Collectors.toSet());
    List<String> missing = new ArrayList<>();
    for (OddClass odd : classes()) {
      String method = " " + odd.name().replace('/', '.') + ".run(int)";
      if (odd.recorded() && recorded.stream().noneMatch(signature -> signature.endsWith(method))) {
        missing.add(method);
      }
    }
    assertThat(missing).as(Files.readString(program.report())).isEmpty();
    assertThat(program.report()).content().contains("balanced=true", "dropped=0\n");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void odd_classes_do_the_same_with_events(Path jdk) throws Exception {
    assertSame(jdk, "probe=execution,events");
  }

  @ParameterizedTest
  @CsvSource({"duration", "aggregate"})
  void odd_classes_do_the_same_with_other_probes(String probe) throws Exception {
    assertSame(Path.of(System.getProperty("java.home")), "probe=" + probe);
  }
}
