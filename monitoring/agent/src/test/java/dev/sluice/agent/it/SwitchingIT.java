package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules and patterns are switched while the program runs; the program itself does the switching.
 */
class SwitchingIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program.Result run(Path jdk, String options, String body) throws Exception {
    Program program = Program.on(jdk, directory);
    Path classes =
        program.compile(
            "classes",
            "com/acme/Main.java",
            """
            package com.acme;
            import java.nio.file.*;
            import javax.management.*;
            public class Main {
              static int foo() { return 1; }
              static int bar() { return 2; }
              /** Waits until so many operations are off. */
              static void await(MBeanServerConnection server, int off) throws Exception {
                ObjectName agent = new ObjectName("dev.sluice:type=Agent");
                while (!server.isRegistered(agent)
                    || (Integer) server.getAttribute(agent, "OperationsOff") != off) {
                  Thread.sleep(5);
                }
              }
              public static void main(String[] args) throws Exception {
                MBeanServer server = java.lang.management.ManagementFactory.getPlatformMBeanServer();
                ObjectName agent = new ObjectName("dev.sluice:type=Agent");
                await(server, 0);
            """
                + body
                + "\n  }\n}\n");
    return program
        .agent(
            "sink=file:"
                + program.records()
                + ";jmx=true;rule.foo.include=com.acme.Main#foo;rule.bar.include=com.acme.Main#bar"
                + options)
        .arguments("-cp", classes.toString(), "com.acme.Main")
        .run();
  }

  private Stream<String> recorded() throws Exception {
    return Recording.of(directory.resolve("records")).executions().stream().map(Execution::method);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void jmx_switches_rules_patterns_and_all(Path jdk) throws Exception {
    Program.Result result =
        run(
            jdk,
            "",
            """
                String[] one = {"java.lang.String"};
                foo(); bar();
                server.invoke(agent, "disable", new Object[] {"foo"}, one);
                foo(); bar();
                server.invoke(agent, "disable", new Object[] {"static ..* com.acme..*.bar()"}, one);
                foo(); bar();
                server.invoke(agent, "enable", new Object[] {"foo"}, one);
                foo(); bar();
                server.setAttribute(agent, new Attribute("Enabled", false));
                foo(); bar();
                server.setAttribute(agent, new Attribute("Enabled", true));
                server.invoke(agent, "enable", new Object[] {"static ..* com.acme..*.bar()"}, one);
                foo(); bar();
                try {
                  server.invoke(agent, "disable", new Object[] {"fooo"}, one);
                } catch (RuntimeMBeanException e) {
                  System.out.println(e.getCause().getMessage());
                }
                for (String rule : (String[]) server.getAttribute(agent, "Rules")) {
                  System.out.println(rule);
                }
            """);
    assertThat(result)
        .isEqualTo(
            new Program.Result(
                0,
                """
                there is no rule 'fooo' (there are bar, foo); did you mean 'foo'?
                bar: on, execution, 1 operation
                foo: on, execution, 1 operation
                """,
                ""));
    assertThat(recorded())
        .containsExactly("Main.foo", "Main.bar", "Main.bar", "Main.foo", "Main.foo", "Main.bar");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void watched_file_switches_and_a_mistake_in_it_changes_nothing(Path jdk) throws Exception {
    Path file = directory.resolve("switches");
    Program.Result result =
        run(
            jdk,
            ";watch=" + file + ";watch.period=20ms",
            """
                Path file = Path.of("switches");
                foo(); bar();
                Files.writeString(file, "# quiet\\nfoo=off\\n");
                await(server, 1);
                foo(); bar();
                Files.writeString(file, "foo=offf\\n");
                Thread.sleep(200);
                foo(); bar();
                Files.writeString(file, "com.acme.**=off\\ncom.acme.Main#foo = on\\n");
                while (((String[]) server.getAttribute(agent, "Patterns")).length != 2) {
                  Thread.sleep(5);
                }
                foo(); bar();
                Files.writeString(file, "all=off\\n");
                await(server, 2);
                foo(); bar();
            """);
    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .isEqualTo(
            "sluice: "
                + file
                + ": line 1, 'foo=offf', must be NAME=on or NAME=off, with the name of a rule, a"
                + " pattern, or all; what is on stays as it was\n");
    assertThat(recorded())
        .containsExactly("Main.foo", "Main.bar", "Main.bar", "Main.bar", "Main.foo");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void jmx_is_left_for_the_application_to_set_up(Path jdk) throws Exception {
    Program program = Program.on(jdk, directory);
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
