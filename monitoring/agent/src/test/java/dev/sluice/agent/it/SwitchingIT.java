package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Options;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.source.SourceInstrumentation;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules and patterns are switched while the program runs, by the same names and words whether the
 * agent put the probes in or the sources have them; the program itself does the switching.
 */
class SwitchingIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  static Stream<Arguments> ways() {
    List<Path> jdks = jdks().toList();
    return Stream.concat(
        jdks.stream().map(jdk -> Arguments.of(jdk, true)),
        Stream.of(Arguments.of(jdks.get(jdks.size() - 1), false)));
  }

  private static final String MAIN =
      """
      package com.acme;
      import java.nio.file.*;
      import javax.management.*;
      public class Main {
        static int foo() { return 1; }
        static int bar() { return 2; }
        static int baz() { return 3; }
        /** At once, so that nobody sees half of it. */
        static void write(String switches) throws Exception {
          Path whole = Files.writeString(Path.of("switches-new"), switches);
          Files.move(whole, Path.of("switches"), StandardCopyOption.ATOMIC_MOVE);
        }
        /** Waits until so many operations are off. */
        static void await(MBeanServerConnection server, int off) throws Exception {
          ObjectName agent = new ObjectName("dev.sluice:type=Agent");
          while (!server.isRegistered(agent)
              || (Integer) server.getAttribute(agent, "OperationsOff") != off) {
            Thread.sleep(5);
          }
        }
        public static void main(String[] args) throws Exception {
          foo(); bar(); baz();
          MBeanServer server = java.lang.management.ManagementFactory.getPlatformMBeanServer();
          ObjectName agent = new ObjectName("dev.sluice:type=Agent");
          await(server, 1);
          %s
        }
      }
      """;

  private static Map<String, String> rules() {
    Map<String, String> rules = new TreeMap<>();
    for (String name : List.of("foo", "bar", "baz")) {
      rules.put("rule." + name + ".include", "com.acme.Main#" + name);
    }
    rules.put("rule.baz.enabled", "false");
    return rules;
  }

  /** By the agent, or with the rules in the sources and all else as system properties. */
  private Program.Result run(Path jdk, boolean agent, Map<String, String> more, String body)
      throws Exception {
    Program program = Program.brief(jdk, directory);
    Map<String, String> options = new TreeMap<>(more);
    options.put("sink", "file:" + program.records());
    options.put("jmx", "true");
    String text = MAIN.formatted(body);
    if (agent) {
      Path classes = program.compile("classes", "com/acme/Main.java", text);
      options.putAll(rules());
      return program
          .agent(String.join(";", pairs(options, "")))
          .arguments("-cp", classes.toString(), "com.acme.Main")
          .run();
    }
    String libraries = System.getProperty("java.class.path");
    Path classes =
        program.compile("classes", "com/acme/Main.java", instrumented(text), "-cp", libraries);
    return program
        .arguments(pairs(options, "-Dsluice.").toArray(String[]::new))
        .arguments("-cp", classes + File.pathSeparator + libraries, "com.acme.Main")
        .run();
  }

  private static List<String> pairs(Map<String, String> options, String prefix) {
    return options.entrySet().stream().map(option -> prefix + option).toList();
  }

  private String instrumented(String text) throws Exception {
    Path source = directory.resolve("plain/com/acme/Main.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, text);
    Path output = directory.resolve("instrumented");
    Options options = new Options(rules());
    new SourceInstrumentation(directory.resolve("plain"), Rules.read(options)).into(output);
    options.finish();
    return Files.readString(output.resolve("com/acme/Main.java"));
  }

  private Stream<String> recorded() throws Exception {
    return Recording.of(directory.resolve("records")).executions().stream().map(Execution::method);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void jmx_switches_rules_patterns_and_all(Path jdk, boolean agent) throws Exception {
    Program.Result result =
        run(
            jdk,
            agent,
            Map.of(),
            """
            String[] one = {"java.lang.String"};
            server.invoke(agent, "disable", new Object[] {"foo"}, one);
            foo(); bar();
            server.invoke(agent, "disable", new Object[] {"static ..* com.acme..*.bar()"}, one);
            foo(); bar();
            server.invoke(agent, "enable", new Object[] {"foo"}, one);
            server.invoke(agent, "enable", new Object[] {"baz"}, one);
            foo(); bar(); baz();
            server.setAttribute(agent, new Attribute("Enabled", false));
            foo(); bar();
            server.setAttribute(agent, new Attribute("Enabled", true));
            server.invoke(agent, "disable", new Object[] {"baz"}, one);
            server.invoke(agent, "enable", new Object[] {"static ..* com.acme..*.bar()"}, one);
            foo(); bar(); baz();
            try {
              server.invoke(agent, "disable", new Object[] {"fooo"}, one);
            } catch (RuntimeMBeanException e) {
              System.out.println(e.getCause().getMessage());
            }
            for (String rule : (String[]) server.getAttribute(agent, "Rules")) {
              System.out.println(rule);
            }
            """);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            there is no rule 'fooo' (there are bar, baz, foo); did you mean 'foo'?
            bar: on, execution, 1 operation
            baz: off, execution, 1 operation
            foo: on, execution, 1 operation
            """);
    if (agent) {
      assertThat(result.err()).isEmpty();
    }
    assertThat(recorded())
        .containsExactly(
            "Main.foo", "Main.bar", "Main.bar", "Main.foo", "Main.baz", "Main.foo", "Main.bar");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void watched_file_switches_and_a_mistake_in_it_changes_nothing(Path jdk, boolean agent)
      throws Exception {
    Path file = directory.resolve("switches");
    Program.Result result =
        run(
            jdk,
            agent,
            Map.of("watch", file.toString(), "watch.period", "20ms"),
            """
            write("# quiet\\nfoo=off\\n");
            await(server, 2);
            foo(); bar();
            write("foo=offf\\n");
            while (!Files.readString(Path.of("err")).contains("stays as it was")) {
              Thread.sleep(5);
            }
            foo(); bar();
            write("com.acme.**=off\\ncom.acme.Main#foo = on\\n");
            while (((String[]) server.getAttribute(agent, "Patterns")).length != 2) {
              Thread.sleep(5);
            }
            foo(); bar();
            write("all=off\\n");
            await(server, 3);
            foo(); bar();
            write("baz=on\\n");
            await(server, 0);
            foo(); baz();
            """);
    assertThat(result.exitCode()).as(result.err()).isZero();
    String told =
        file
            + ": line 1 must be NAME=on or NAME=off, with the name of a rule, a pattern, or all;"
            + " what is on stays as it was\n";
    assertThat(result.err()).endsWith(told).containsOnlyOnce("stays as it was");
    if (agent) {
      assertThat(result.err()).isEqualTo("sluice: warning: " + told);
    }
    assertThat(recorded())
        .containsExactly(
            "Main.foo", "Main.bar", "Main.bar", "Main.bar", "Main.foo", "Main.foo", "Main.baz");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void jmx_is_left_for_the_application_to_set_up(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    Path classes =
        program.compile(
            "classes",
            "com/acme/Main.java",
            """
            package com.acme;
            public class Main {
              public static class Builder extends javax.management.MBeanServerBuilder {}
              public static void main(String[] args) {
                System.setProperty("javax.management.builder.initial", "com.acme.Main$Builder");
                java.lang.management.ManagementFactory.getPlatformMBeanServer();
                System.out.println("own");
              }
            }
            """);
    Program.Result result =
        program
            .agent("sink=file:" + program.records() + ";jmx=true;include=com.acme.**")
            .arguments("-cp", classes.toString(), "com.acme.Main")
            .run();
    assertThat(result).isEqualTo(new Program.Result(0, "own\n", ""));
  }
}
