package dev.sluice.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.api.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceInstrumentationTest {
  private static final String FOO = "package a;\nclass Foo { int one() { return 1; } }\n";

  @TempDir private Path directory;
  private Sources sources;
  private Path output;

  @BeforeEach
  void places() {
    sources = new Sources(directory.resolve("src"));
    output = directory.resolve("out");
  }

  private static Map<String, String> content(Path root) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        content.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return content;
  }

  private void assertRefused(String... told) throws IOException {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> sources.instrument(output))
        .satisfies(e -> assertThat(e.problems()).singleElement().asString().contains(told))
        .satisfies(e -> assertThat(String.join("", e.problems())).doesNotContain("\n"));
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .allMatch(name -> List.of("src", "out").contains(name));
    }
  }

  @Test
  void text_is_inserted_and_no_line_added() throws IOException {
    sources.file("a/Foo.java", FOO);

    InstrumentationReport report = sources.instrument(output);

    assertThat(report).isEqualTo(new InstrumentationReport(1, 1, 0, 0, 1, List.of(), List.of()));
    assertThat(Files.readString(output.resolve("a/Foo.java")))
        .isEqualTo(
            "package a;\nclass Foo { int one() {final var sluice$t=Foo$SluiceProbes.o0.begin();"
                + "final long sluice$f=sluice$t==null?0:sluice$t.enter(Foo$SluiceProbes.o0),"
                + "sluice$s=sluice$t==null||sluice$f<0?0:System.nanoTime();"
                + "java.lang.Throwable sluice$e=null;try{ return 1; "
                + "}catch(final java.lang.Throwable sluice$c){sluice$e=sluice$c;throw sluice$c;}"
                + "finally{if(sluice$t!=null)"
                + "sluice$t.exit(Foo$SluiceProbes.o0,sluice$f,sluice$s,sluice$e);}} }"
                + "/*instrumented by Sluice*/final class Foo$SluiceProbes{private Foo$SluiceProbes(){}"
                + "static final dev.sluice.monitoring.probe.Operation "
                + "o0=o(\"int a.Foo.one()\",\"default\",\"\");"
                + "private static dev.sluice.monitoring.probe.Operation "
                + "o(java.lang.String s,java.lang.String r,java.lang.String a)"
                + "{return dev.sluice.monitoring.InstrumentedSource"
                + ".operation(s,r,a,\"default=execution\",Foo$SluiceProbes.class);}}\n");
  }

  @Test
  void rules_go_with_the_sources_for_switching() throws IOException {
    sources.file(
        "a/Foo.java",
        "package a; @Deprecated class Foo { @Override public String toString() { return \"\"; }"
            + " int other() { return 1; } }");

    sources.instrument(
        output,
        "include",
        "a.Foo#toString",
        "rule.debug.include",
        "a.**",
        "rule.debug.probe",
        "duration,events",
        "rule.debug.enabled",
        "false",
        "rule.none.include",
        "b.**");

    assertThat(Files.readString(output.resolve("a/Foo.java")))
        .contains(
            "=o(\"public java.lang.String a.Foo.toString()\",\"default,debug\","
                + "\"java.lang.Deprecated,java.lang.Override\")",
            "=o(\"int a.Foo.other()\",\"debug\",\"java.lang.Deprecated\")",
            "operation(s,r,a,\"default=execution;debug=events,duration off;none=execution\",");
  }

  @Test
  void output_is_a_complete_tree() throws IOException {
    sources
        .file("a/Foo.java", FOO)
        .file("a/foo.properties", "a=b")
        .file("a/package-info.java", "package a;");

    assertThat(sources.instrument(output).otherFiles()).isEqualTo(1);

    assertThat(content(output))
        .containsKeys("a/Foo.java", ".sluice-instrumented")
        .containsEntry("a/foo.properties", "a=b")
        .containsEntry("a/package-info.java", "package a;");
  }

  @Test
  void second_run_on_the_output_changes_nothing() throws IOException {
    sources.file("a/Foo.java", FOO);
    sources.instrument(output);

    Path again = directory.resolve("again");
    InstrumentationReport report = new Sources(output).instrument(again);

    assertThat(report.operations()).isZero();
    assertThat(report.alreadyInstrumented()).isEqualTo(1);
    assertThat(content(again)).isEqualTo(content(output));
  }

  @Test
  void output_of_before_is_replaced_and_what_is_the_same_keeps_its_time() throws IOException {
    sources.file("a/Foo.java", FOO).file("a/Bar.java", FOO.replace("Foo", "Bar"));
    sources.instrument(output);
    FileTime old = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(output.resolve("a/Foo.java"), old);
    Files.setLastModifiedTime(output.resolve("a/Bar.java"), old);
    Files.writeString(output.resolve("a/Gone.java"), "class Gone {}");
    sources.file("a/Bar.java", "package a; class Bar { void other() {} }");

    sources.instrument(output);

    assertThat(output.resolve("a/Gone.java")).doesNotExist();
    assertThat(Files.getLastModifiedTime(output.resolve("a/Foo.java"))).isEqualTo(old);
    assertThat(Files.getLastModifiedTime(output.resolve("a/Bar.java"))).isGreaterThan(old);
    assertThat(content(output).get("a/Bar.java")).contains("other");
  }

  @Test
  void missing_or_wrong_directories_are_refused() throws IOException {
    assertRefused("no directory", "src");
    Files.writeString(directory.resolve("src"), "");
    assertRefused("src is a file");
    Files.delete(directory.resolve("src"));
    sources.file("a/Foo.java", FOO);
    output = sources.root().resolve("a/out");
    assertRefused("must not be inside of one another");
    output = directory;
    assertRefused("must not be inside of one another");
    output = directory.resolve("out");
    Files.createDirectories(output);
    Files.writeString(output.resolve("precious"), "");
    assertRefused("out is not empty and was not written by this command");
    assertThat(output.resolve("precious")).exists();
    Files.delete(output.resolve("precious"));
    Files.delete(output);
    Files.writeString(output, "");
    assertRefused("out is a file");
  }

  @Test
  void sources_in_which_nothing_is_chosen_are_refused_and_nothing_is_written() throws IOException {
    Files.createDirectories(sources.root());
    assertRefused("no Java file in ");
    sources.file("a/Foo.java", "package a; interface Foo { int one(); }");
    assertRefused("no method in ", "a.Foo");
    sources.file("a/Foo.java", "package a; class Foo { void one() { }");
    assertRefused("none of 1 Java files can be read", "a/Foo.java");
    assertThat(output).doesNotExist();
  }

  @Test
  void one_of_several_trees_may_have_nothing_that_is_chosen() throws IOException {
    sources.file("a/Foo.java", FOO);

    InstrumentationReport report =
        new SourceInstrumentation(sources.root(), Sources.rules("include", "other.**"))
            .nothingAllowed(true)
            .into(output);

    assertThat(report.operations()).isZero();
    assertThat(output.resolve("a/Foo.java")).hasContent(FOO);
  }

  @Test
  void files_that_cannot_be_read_are_copied_and_listed() throws IOException {
    sources.file("a/Foo.java", FOO).file("a/Broken.java", "package a;\nclass Broken {\n int }\n");
    byte[] latin = "package a; class Umlaut { /* \u00fc */ }".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(sources.root().resolve("a/Umlaut.java"), latin);

    InstrumentationReport report = sources.instrument(output);

    assertThat(report.untouched().stream().map(Note::toString))
        .satisfiesExactly(
            note -> assertThat(note).startsWith("a/Broken.java:3: cannot be parsed: "),
            note -> assertThat(note).startsWith("a/Umlaut.java: is not UTF-8"));
    assertThat(output.resolve("a/Broken.java")).hasContent("package a;\nclass Broken {\n int }\n");
    assertThat(output.resolve("a/Umlaut.java")).hasBinaryContent(latin);
  }

  @Test
  void other_character_sets_stay_what_they_are() throws IOException {
    sources.file("a/Foo.java", FOO);
    String text = "package a; class Umlaut { void \u00fc() {} }";
    Files.write(
        sources.root().resolve("a/Umlaut.java"), text.getBytes(StandardCharsets.ISO_8859_1));

    new SourceInstrumentation(sources.root(), Sources.rules())
        .charset(StandardCharsets.ISO_8859_1)
        .into(output);

    String written = Files.readString(output.resolve("a/Umlaut.java"), StandardCharsets.ISO_8859_1);
    assertThat(written).startsWith("package a; class Umlaut { void \u00fc() {final");
    assertThat(written).contains("\"void a.Umlaut.\\u00fc()\"");
  }

  @Test
  void module_reads_ours_once() throws IOException {
    sources.file("a/Foo.java", FOO).file("module-info.java", "module a {\n exports a; // all\n}\n");

    sources.instrument(output);

    assertThat(output.resolve("module-info.java"))
        .hasContent("module a {\n exports a; // all\nrequires dev.sluice.monitoring;}\n");
    Path again = directory.resolve("again");
    new Sources(output).instrument(again);
    assertThat(content(again)).isEqualTo(content(output));
  }

  @Test
  void types_that_nobody_knows_are_named_by_their_import_and_listed() throws IOException {
    sources.file(
        "a/Foo.java",
        "package a;\nimport org.x.Outer.Inner;\nimport org.y.*;\n"
            + "class Foo {\n void one(Inner i, Star s, int n) {}\n int fine() { return 1; }\n}\n");

    InstrumentationReport report = sources.instrument(output);

    assertThat(Sources.signatures(output.resolve("a/Foo.java")))
        .containsExactly("void a.Foo.one(org.x.Outer$Inner, Star, int)", "int a.Foo.fine()");
    assertThat(report.unknownTypes().stream().map(Note::toString))
        .containsExactly("a/Foo.java:5: Inner", "a/Foo.java:5: Star");
  }

  @Test
  void class_path_knows_types() throws IOException {
    sources.file(
        "a/Foo.java",
        "package a;\nimport com.github.javaparser.*;\nclass Foo { void one(JavaToken.Kind k) {} }\n");
    Path jar =
        Path.of(
            com.github.javaparser.JavaToken.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());

    InstrumentationReport report =
        new SourceInstrumentation(sources.root(), Sources.rules())
            .classPath(List.of(jar))
            .into(output);

    assertThat(report.unknownTypes()).isEmpty();
    assertThat(Sources.signatures(output.resolve("a/Foo.java")))
        .containsExactly("void a.Foo.one(com.github.javaparser.JavaToken$Kind)");
  }

  @Test
  void methods_near_to_the_limit_of_64_kib_are_left_and_listed() throws IOException {
    String body = "i++; ".repeat(21_825);
    sources.file(
        "a/Big.java",
        "package a;\nclass Big {\n int big() { int i = 0; "
            + body
            + "return i; }\n int small() { return 1; } }");

    InstrumentationReport report = sources.instrument(output);

    assertThat(report.untouched().stream().map(Note::toString))
        .containsExactly("a/Big.java:3: int a.Big.big() is near to the limit of 64 KiB");
    assertThat(Sources.signatures(output.resolve("a/Big.java")))
        .containsExactly("int a.Big.small()");
    assertThat(Sources.compile(output, Files.createDirectory(directory.resolve("c")))).isEmpty();
  }

  @Test
  void file_that_is_nested_too_deeply_is_left_and_listed() throws IOException {
    String text = "package a; class Deep { int sum() { return 1" + " + 1".repeat(60_000) + "; } }";
    sources.file("a/Foo.java", FOO).file("a/Deep.java", text);

    InstrumentationReport report = sources.instrument(output);

    assertThat(report.untouched())
        .singleElement()
        .satisfies(note -> assertThat(note.file()).hasToString("a/Deep.java"));
    assertThat(output.resolve("a/Deep.java")).hasContent(text);
  }

  @Test
  void names_that_begin_like_ours_leave_a_file_as_it_is() throws IOException {
    sources
        .file("a/Foo.java", FOO)
        .file("a/Mine.java", "package a; class Mine { int f(int sluice$t) { return sluice$t; } }");

    InstrumentationReport report = sources.instrument(output);

    assertThat(report.operations()).isEqualTo(1);
    assertThat(report.untouched()).singleElement().asString().contains("sluice$");
  }
}
