package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstrumentCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path sources;
  private Path output;

  @BeforeEach
  void sources() throws IOException {
    sources = Files.createDirectories(directory.resolve("src"));
    output = directory.resolve("out");
    Files.writeString(
        sources.resolve("Foo.java"),
        "class Foo { int one(Missing m) { return 1; } static int two() { return 2; } }");
    Files.writeString(sources.resolve("Broken.java"), "class Broken {");
  }

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private void assertRefused(String part, String... args) {
    err.reset();
    assertThat(run(args)).isEqualTo(ExitCode.USAGE);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("sluice: ")
        .contains(part);
    assertThat(output).doesNotExist();
  }

  @Test
  void tells_what_has_probes_now_and_what_has_not() {
    assertThat(run("instrument", sources.toString(), "-o", output.toString())).isZero();

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines)
        .hasSize(6)
        .startsWith("2 operations in 1 of 2 files", "1 place left unchanged:")
        .contains("  Foo.java:1: Missing", "written to " + output);
    assertThat(lines.get(2)).startsWith("  Broken.java:1: cannot be parsed: ");
    assertThat(err.size()).isZero();
  }

  @Test
  void patterns_kinds_and_rules_choose() throws IOException {
    assertThat(
            run(
                "instrument",
                sources.toString(),
                "--output",
                output.toString(),
                "--include=**",
                "--exclude=**#one",
                "--probe=duration",
                "--rule",
                "more.include=static Foo",
                "--rule",
                "more.include=com.acme.*",
                "-rmore.probe=aggregate"))
        .isZero();

    assertThat(Files.readString(output.resolve("Foo.java")))
        .contains("\"static int Foo.two()\",\"default,more\"")
        .contains("\"default=duration;more=aggregate\"")
        .doesNotContain("int Foo.one(");
  }

  @Test
  void mistakes_are_told_in_one_line_and_nothing_is_written() {
    String from = sources.toString();
    String to = output.toString();
    assertRefused("--output", "instrument", from);
    assertRefused("no directory", "instrument", from + "x", "-o", to);
    assertRefused(
        "inside of one another", "instrument", from, "-o", sources.resolve("o").toString());
    assertRefused("no method in ", "instrument", from, "-o", to, "-i", "com.acme.**");
    assertRefused("write 'com.acme.*'", "instrument", from, "-o", to, "-i", "com.acme.");
    assertRefused("did you mean 'events'?", "instrument", from, "-o", to, "-p", "event");
    assertRefused("rule 'x' has no pattern", "instrument", from, "-o", to, "-r", "x.probe=events");
    assertRefused("write it as NAME=VALUE", "instrument", from, "-o", to, "-r", "x.probe");
    assertRefused("UTF-9", "instrument", from, "-o", to, "-e", "UTF-9");
    assertRefused("nowhere.jar", "instrument", from, "-o", to, "-cp", "nowhere.jar");
  }
}
