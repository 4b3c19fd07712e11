package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The application's classes and the agent's never meet, whatever its class loaders are like. */
class IsolationIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void application_keeps_its_own_versions_of_the_agents_libraries(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory).all();
    for (String name :
        List.of(
            "org.apache.kafka.clients.producer.KafkaProducer",
            "io.netty.bootstrap.Bootstrap",
            "net.jpountz.lz4.LZ4Factory",
            "org.objectweb.asm.ClassReader",
            "org.slf4j.LoggerFactory",
            "dev.sluice.monitoring.Monitor")) {
      int dot = name.lastIndexOf('.');
      program.compile(
          "classes",
          name.replace('.', '/') + ".java",
          "package "
              + name.substring(0, dot)
              + "; public class "
              + name.substring(dot + 1)
              + " { static { System.out.println(\"own \" + "
              + name.substring(dot + 1)
              + ".class.getName()); } }");
    }
    Path classes =
        program.compile(
            "classes",
            "com/acme/Main.java",
            """
            package com.acme;
            public class Main {
              public static void main(String[] args) throws Exception {
                new org.apache.kafka.clients.producer.KafkaProducer();
                new io.netty.bootstrap.Bootstrap();
                new net.jpountz.lz4.LZ4Factory();
                new org.objectweb.asm.ClassReader();
                new org.slf4j.LoggerFactory();
                new dev.sluice.monitoring.Monitor();
                for (String name : args) {
                  try {
                    Class.forName(name);
                    System.out.println("visible " + name);
                  } catch (ClassNotFoundException e) {
                    System.out.println("hidden " + name);
                  }
                }
              }
            }
            """);
    Program.Result result =
        program
            .monitored("**")
            .arguments("-cp", classes.toString(), "com.acme.Main")
            .arguments(
                "org.objectweb.asm.ClassVisitor",
                "dev.sluice.agent.instrument.AgentMain",
                "java.lang.SluiceProbe")
            .run();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            """
            own org.apache.kafka.clients.producer.KafkaProducer
            own io.netty.bootstrap.Bootstrap
            own net.jpountz.lz4.LZ4Factory
            own org.objectweb.asm.ClassReader
            own org.slf4j.LoggerFactory
            own dev.sluice.monitoring.Monitor
            hidden org.objectweb.asm.ClassVisitor
            hidden dev.sluice.agent.instrument.AgentMain
            visible java.lang.SluiceProbe
            """);
    assertThat(Recording.of(program.records()).traces()).containsExactly(List.of("Main.main 0/0"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void class_loader_that_hides_everything_but_java_is_served(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    program.compile(
        "classes",
        "com/acme/Plugin.java",
        "package com.acme; public class Plugin implements Runnable { public void run() { step(); } void step() {} }");
    Path classes =
        program.compile(
            "classes",
            "com/acme/Host.java",
            """
            package com.acme;
            import java.net.*;
            public class Host {
              public static void main(String[] args) throws Exception {
                URL here = Host.class.getProtectionDomain().getCodeSource().getLocation();
                ClassLoader hiding = new URLClassLoader(new URL[] {here}, null);
                Class<?> plugin = hiding.loadClass("com.acme.Plugin");
                System.out.println(plugin.getClassLoader() == hiding);
                ((Runnable) plugin.getConstructor().newInstance()).run();
              }
            }
            """);
    Program.Result result =
        program
            .monitored("com.acme.Plugin")
            .arguments("-cp", classes.toString(), "com.acme.Host")
            .run();
    assertThat(result).isEqualTo(new Program.Result(0, "true\n", ""));
    assertThat(Recording.of(program.records()).traces())
        .containsExactly(List.of("Plugin.run 0/0", "Plugin.step 1/1"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void named_module_is_monitored_without_reading_anything_new(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    program.compile("modules/acme", "module-info.java", "module acme {}");
    Path module =
        program.compile(
            "modules/acme",
            "com/acme/Main.java",
            """
            package com.acme;
            class Main {
              public static void main(String[] args) {
                System.out.println(Main.class.getModule().getName() + " " + reflect());
              }
              static String reflect() {
                try {
                  String.class.getDeclaredField("value").setAccessible(true);
                  return "open";
                } catch (ReflectiveOperationException | RuntimeException e) {
                  return "closed";
                }
              }
            }
            """);
    Program.Result result =
        program
            .monitored("com.acme.**")
            .arguments("-p", module.getParent().toString(), "-m", "acme/com.acme.Main")
            .run();
    assertThat(result).isEqualTo(new Program.Result(0, "acme closed\n", ""));
    assertThat(Recording.of(program.records()).traces())
        .containsExactly(List.of("Main.main 0/0", "Main.reflect 1/1"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void platform_logging_is_left_for_the_application_to_set_up(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    Path classes =
        program.compile(
            "classes",
            "com/acme/Main.java",
            """
            package com.acme;
            public class Main {
              public static class Manager extends java.util.logging.LogManager {}
              public static void main(String[] args) {
                System.setProperty("java.util.logging.manager", "com.acme.Main$Manager");
                System.out.println(java.util.logging.LogManager.getLogManager().getClass().getName());
              }
            }
            """);
    Program.Result result =
        program
            .monitored("com.acme.**")
            .arguments("-cp", classes.toString(), "com.acme.Main")
            .run();
    assertThat(result).isEqualTo(new Program.Result(0, "com.acme.Main$Manager\n", ""));
  }
}
