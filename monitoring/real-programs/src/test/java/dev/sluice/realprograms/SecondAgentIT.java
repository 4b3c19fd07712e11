package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Beside an agent that changes the same classes, when they are loaded and again while they run,
 * whichever comes first.
 */
class SecondAgentIT {
  /**
   * Changes a constant. When told to, it changes it once more: it has all classes transformed anew
   * that can be, those of the JDK and of our agent too, or defines the application's anew.
   */
  private static final String AGENT =
      """
      package org.other;
      import java.lang.instrument.*;
      import java.nio.charset.StandardCharsets;
      import java.security.ProtectionDomain;
      import java.util.*;
      public class Other implements ClassFileTransformer {
        private static Instrumentation instrumentation;
        private volatile String word = "first ";
        public static void premain(String options, Instrumentation given) {
          instrumentation = given;
          Other other = new Other();
          given.addTransformer(other, options.equals("retransforms"));
          System.getProperties().put("org.other", (Runnable) () -> other.again(options));
        }
        private void again(String options) {
          try {
            word = "second";
            List<Class<?>> types = new ArrayList<>();
            for (Class<?> type : instrumentation.getAllLoadedClasses()) {
              if (instrumentation.isModifiableClass(type) && !type.isHidden() && !type.isArray()) {
                types.add(type);
              }
            }
            if (options.equals("retransforms")) {
              instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
              return;
            }
            for (Class<?> type : types) {
              if (type.getName().startsWith("com.acme.")) {
                String file = "/" + type.getName().replace('.', '/') + ".class";
                instrumentation.redefineClasses(new ClassDefinition(type, type.getResourceAsStream(file).readAllBytes()));
              }
            }
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
        @Override public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
          if (!name.startsWith("com/acme/")) {
            return null;
          }
          String text = new String(bytes, StandardCharsets.ISO_8859_1);
          return text.replace("nobody", word).getBytes(StandardCharsets.ISO_8859_1);
        }
      }
      """;

  private static final String PROGRAM =
      """
      package com.acme;
      import java.util.concurrent.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          ExecutorService pool = Executors.newSingleThreadExecutor();
          System.out.println(Main.greet(1) + pool.submit(() -> greet(0)).get());
          Runnable other = (Runnable) System.getProperties().get("org.other");
          if (other != null) {
            other.run();
          }
          System.out.println(Main.greet(2) + pool.submit(() -> greet(0)).get());
          pool.shutdown();
        }
        static String greet(int times) {
          return times == 0 ? "!" : new Greeting().text() + greet(times - 1);
        }
        static class Greeting {
          String text() { return "hello nobody"; }
        }
      }
      """;

  @TempDir private Path directory;

  static Stream<Arguments> agents() {
    return Program.jdks()
        .flatMap(
            jdk ->
                Stream.of("retransforms", "redefines")
                    .flatMap(
                        how ->
                            Stream.of(
                                Arguments.of(jdk, how, true), Arguments.of(jdk, how, false))));
  }

  private Path agent(Program program) throws Exception {
    Path classes = program.compile("other", "org/other/Other.java", AGENT);
    return program.jar(
        "other",
        classes,
        "org/other",
        Map.of(
            "Premain-Class",
            "org.other.Other",
            "Can-Retransform-Classes",
            "true",
            "Can-Redefine-Classes",
            "true"));
  }

  @ParameterizedTest
  @MethodSource("agents")
  void changes_of_both_survive(Path jdk, String how, boolean oursFirst) throws Exception {
    Program program = Program.on(jdk, directory);
    Path classes = program.compile("classes", "com/acme/Main.java", PROGRAM);
    String other = "-javaagent:" + agent(program) + "=" + how;
    if (oursFirst) {
      program.monitored("com.acme.**").arguments(other);
    } else {
      program.arguments(other).monitored("com.acme.**");
    }
    Program.Result result = program.arguments("-cp", classes.toString(), "com.acme.Main").run();
    assertThat(result)
        .isEqualTo(new Program.Result(0, "hello first !!\nhello secondhello second!!\n", ""));
    Recording recording = Recording.of(program.records());
    assertThat(recording.traces())
        .containsExactlyInAnyOrder(
            List.of(
                "Main.main 0/0",
                "Main.greet 1/1",
                "Main$Greeting.text 2/2",
                "Main.greet 3/2",
                "Main.greet 4/1",
                "Main$Greeting.text 5/2",
                "Main.greet 6/2",
                "Main$Greeting.text 7/3",
                "Main.greet 8/3"),
            List.of("Main.greet 0/0"),
            List.of("Main.greet 0/0"));
    assertThat(recording.links())
        .containsExactlyInAnyOrder("main", "greet < main 3", "greet < main 8");
    assertThat(program.report()).content().contains("failed.classes=0", "dropped=0\n");
  }
}
