package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Serializers and raw writers that are not the agent's own. */
class PluginIT {
  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void raw_writer_in_a_jar_of_the_users_takes_the_chunks(Path jdk) throws Exception {
    Program program = Program.brief(jdk, directory);
    Path writer =
        program.compile(
            "plugin",
            "com/acme/Tally.java",
            """
            package com.acme;
            import dev.sluice.api.chunk.Chunk;
            import dev.sluice.api.config.Endpoint;
            import dev.sluice.api.platform.Platform;
            import dev.sluice.api.spi.*;
            import java.nio.file.*;
            import java.time.Duration;
            public class Tally implements RawWriterFactory, RawWriter {
              private Path file;
              private int records;
              public String scheme() { return "tally"; }
              public RawWriter newWriter(Endpoint endpoint, Platform platform) {
                file = Path.of(endpoint.path());
                return this;
              }
              public int maxChunkBytes() { return 1 << 20; }
              public void write(Chunk chunk, Completion completion) {
                records += chunk.header().recordCount();
                completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
              }
              public void flush() {}
              public void close(Duration timeout) {
                try {
                  Files.writeString(file, records + " records");
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
            }
            """,
            "-cp",
            System.getProperty("java.class.path"));
    Path jar = directory.resolve("tally.jar");
    jar(
        jar,
        "com/acme/Tally.class",
        Files.readAllBytes(writer.resolve("com/acme/Tally.class")),
        "META-INF/services/dev.sluice.api.spi.RawWriterFactory",
        "com.acme.Tally".getBytes(StandardCharsets.UTF_8));
    Path file = directory.resolve("tally");
    Program.Result result =
        program
            .agent("sink=tally:" + file + ";include=com.acme.shop.Shop#perform;plugins=" + jar)
            .shop("recursion")
            .run();
    assertThat(result).isEqualTo(new Program.Result(3, "recursion 3\n", "done\n"));
    // An execution, behind the metadata.
    assertThat(file).hasContent("2 records");
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void jars_that_cannot_be_opened_are_named_and_the_application_starts(Path jdk) throws Exception {
    Path broken = Files.writeString(directory.resolve("broken.jar"), "no jar");
    Path missing = directory.resolve("missing.jar");
    for (String part :
        List.of(
            broken + "|cannot open " + broken + ", a jar of plug-ins: ",
            missing + "|there is no file " + missing)) {
      String[] jarAndMessage = part.split("\\|");
      Program.Result result =
          Program.brief(jdk, directory)
              .agent("sink=file:x;include=com.acme.**;plugins=" + jarAndMessage[0])
              .shop()
              .run();
      assertThat(result.exitCode()).isEqualTo(3);
      assertThat(result.err())
          .startsWith("sluice: not monitoring: ")
          .contains(jarAndMessage[1])
          .endsWith("done\n")
          .hasLineCount(2);
    }
  }

  private static void jar(Path jar, String first, byte[] one, String second, byte[] other)
      throws Exception {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry(first));
      out.write(one);
      out.putNextEntry(new JarEntry(second));
      out.write(other);
    }
  }
}
