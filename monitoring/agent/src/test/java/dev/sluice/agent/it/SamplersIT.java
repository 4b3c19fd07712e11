package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samplers and JMX of a program that knows nothing of them. */
class SamplersIT {
  /** Waits until JMX shows that records of two samples have been emitted. */
  private static final String MAIN =
      """
      package com.acme;

      import java.lang.management.ManagementFactory;
      import javax.management.MBeanServer;
      import javax.management.ObjectName;

      class Main {
        public static void main(String[] arguments) throws Exception {
          MBeanServer server = ManagementFactory.getPlatformMBeanServer();
          ObjectName query = new ObjectName("dev.sluice:type=Monitor,*");
          long deadline = System.nanoTime() + 40_000_000_000L;
          long emitted = 0;
          while (emitted < 60 && System.nanoTime() < deadline) {
            Thread.sleep(20);
            for (ObjectName name : server.queryNames(query, null)) {
              emitted = (Long) server.getAttribute(name, "Emitted");
            }
          }
          System.out.println(emitted < 60 ? "only " + emitted : "sampled");
        }
      }
      """;

  @TempDir private Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void samplers_and_jmx_are_configured_by_system_properties_and_silent(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    Path classes = program.compile("classes", "com/acme/Main.java", MAIN);
    program
        .all()
        .monitored("**")
        .arguments("-Dsluice.samplers=all", "-Dsluice.samplers.period=100ms", "-Dsluice.jmx=true")
        // Nothing but samples.
        .arguments("-Dsluice.exclude=**")
        .arguments("-cp", classes.toString(), "com.acme.Main");
    assertThat(program.run()).isEqualTo(new Program.Result(0, "sampled\n", ""));
    assertThat(Recording.ofAll(program.records()).others())
        .contains(
            "cpu_utilization", "mem_swap_usage", "load_average", "jvm_heap", "garbage_collection");
  }

  /** Waits until JMX shows a pause, and ends as programs do. */
  private static final String COLLECTED =
      MAIN.replace("emitted < 60", "emitted < 3")
          .replace("Thread.sleep(20);", "System.gc(); Thread.sleep(20);")
          .replace("\"sampled\"", "\"collected\"");

  @ParameterizedTest
  @MethodSource("jdks")
  void pauses_of_the_vm_are_recorded_and_do_not_keep_the_program_alive(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    Path classes = program.compile("classes", "com/acme/Main.java", COLLECTED);
    program
        .monitored("**")
        .arguments("-Dsluice.jfr=gc,cpu,locks", "-Dsluice.jmx=true", "-Dsluice.exclude=**")
        .arguments("-cp", classes.toString(), "com.acme.Main");
    assertThat(program.run()).isEqualTo(new Program.Result(0, "collected\n", ""));
    assertThat(Recording.ofAll(program.records()).others()).contains("gc_pause", "gc_cycle");
  }
}
