package dev.sluice.it;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts named {@code sluice}, with a Maven and a Java that write down how they were called.
 */
@Tag("one-jdk")
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final Instant OLD = Instant.parse("2020-01-01T00:00:00Z");

  /** Makes what the modules make. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$*" >>builds
      for module in benchmarks cli-sql; do
        case "$*" in *"-pl $module"*) mkdir -p $module/target; touch $module/target/stamp ;; esac
      done
      case "$*" in
        *-Dsluice.built*) ;;
        *) home=cli/target/sluice; rm -rf $home; mkdir -p $home/lib
          cp -r cli/src/main/launcher $home/bin; touch $home/stamp ;;
      esac
      """;

  /** Makes the archive, unless told to fail; the rest is written down. */
  private static final String JAVA =
      """
      #!/bin/sh
      for option in "$@"; do
        case $option in
          -XX:DumpLoadedClassList=*) echo list >>"$ROOT/archives"; exit ${FAIL:-0} ;;
          -XX:SharedArchiveFile=*) archive=${option#*=} ;;
          -Xshare:dump) dump=1 ;;
        esac
      done
      case "$*" in
        *dev.sluice.cli.Manual*) echo "$*" >>"$ROOT/manuals" ;;
        *) if [ "$dump" ]; then echo archive >"$archive"; else echo "$*" >>"$ROOT/calls"; fi ;;
      esac
      """;

  @TempDir Path root;

  @BeforeEach
  void lay_out_sources() throws IOException {
    Files.copy(Path.of("..", "sluice"), root.resolve("sluice"));
    script(root.resolve("mvnw"), MAVEN);
    script(root.resolve("jdk/bin/java"), JAVA);
    script(root.resolve("jdk/bin/javac"), "");
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    write("pom.xml", "");
    for (String module : List.of("cli", "cli-sql", "benchmarks", "tools")) {
      write(module + "/pom.xml", "");
      write(module + "/src/main/java/A.java", "");
    }
    for (String file : List.of("sluice", "sluice.bat")) {
      String launcher = "cli/src/main/launcher/" + file;
      write(launcher, Files.readString(Path.of("..", launcher)));
    }
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    for (Path of = path; !of.equals(root); of = of.getParent()) {
      Files.setLastModifiedTime(of, FileTime.from(OLD));
    }
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void change(String file) throws IOException {
    Files.setLastModifiedTime(root.resolve(file), FileTime.from(Instant.now().plusSeconds(60)));
  }

  private void sluice(String... args) throws IOException, InterruptedException {
    sluice(0, args);
  }

  private void sluice(int javaFails, String... args) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("bash", root.resolve("sluice").toString()));
    words.addAll(List.of(args));
    Map<String, String> environment = Map.of("FAIL", Integer.toString(javaFails));
    assertThat(said(0, environment, words)).isNotNull();
  }

  private String said(int exitCode, Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().put("ROOT", root.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).directory(root.toFile()).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
    return said;
  }

  /** Lays out what an archive is unpacked to, and tells where its script is. */
  private Path unpacked() throws IOException {
    Path home = root.resolve("a place/sluice-1");
    Files.createDirectories(home.resolve("lib"));
    script(
        home.resolve("bin/sluice"), Files.readString(Path.of("../cli/src/main/launcher/sluice")));
    return home.resolve("bin/sluice");
  }

  private List<String> lines(String file) throws IOException {
    Path path = root.resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  private String lastCall() throws IOException {
    List<String> calls = lines("calls");
    return calls.get(calls.size() - 1);
  }

  @Test
  void nothing_is_built_twice_as_long_as_nothing_changes() throws Exception {
    for (int i = 0; i < 2; i++) {
      sluice("help");
      sluice("sql", "records", "select 1");
      sluice("bench", "list");
    }
    assertThat(lines("builds")).hasSize(3);
    assertThat(lines("calls")).hasSize(6);
    assertThat(lines("archives")).hasSize(1);
  }

  @Test
  void nothing_is_built_while_maven_builds_in_the_same_folder() throws Exception {
    sluice("help");
    String maven = "-Dmaven.multiModuleProjectDirectory=" + root.toRealPath();
    Process other = new ProcessBuilder("sh", "-c", "read line", "sh", maven, "verify").start();
    try {
      sluice("help"); // nothing changed
      change("tools/src/main/java/A.java");
      assertThat(said(1, Map.of(), List.of("bash", root.resolve("sluice").toString(), "help")))
          .contains("Maven is building in " + root.toRealPath(), "(process " + other.pid() + ")")
          .contains("run this again when that build has ended");
      assertThat(lines("builds")).hasSize(1);
    } finally {
      other.destroy();
      other.waitFor();
    }
    sluice("help");
    assertThat(lines("builds")).hasSize(2);
  }

  @Test
  void command_that_is_up_to_date_is_not_put_together_again_for_sql_and_bench() throws Exception {
    sluice("help");
    sluice("sql", "records", "select 1");
    sluice("help", "bench");
    assertThat(lines("builds").get(0)).doesNotContain("sluice.built").contains("-pl cli ");
    assertThat(lines("builds").get(1)).contains("-Dsluice.built", "-Psql -pl cli-sql");
    assertThat(lines("builds").get(2)).contains("-Dsluice.built", "-pl benchmarks");
  }

  @Test
  void sql_as_the_first_command_builds_all_at_once() throws Exception {
    sluice("sql", "records", "select 1");
    sluice("help");
    assertThat(lines("builds")).singleElement().asString().doesNotContain("sluice.built");
  }

  @Test
  void change_is_built_for_what_it_is_in() throws Exception {
    sluice("help");
    sluice("sql", "records", "select 1");
    change("cli-sql/src/main/java/A.java");
    sluice("help");
    sluice("bench", "list");
    assertThat(lines("builds")).hasSize(3);
    sluice("sql", "records", "select 1");
    assertThat(lines("builds")).hasSize(4).last().asString().contains("-Dsluice.built");
    change("tools/src/main/java/A.java");
    sluice("help");
    assertThat(lines("builds")).hasSize(5).last().asString().doesNotContain("sluice.built");
  }

  @Test
  void classes_are_archived_for_each_java_and_each_build_once() throws Exception {
    sluice("help");
    sluice("help");
    assertThat(lines("archives")).hasSize(1);
    assertThat(lastCall()).contains("classes-17.0.1.jsa");
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
    sluice("help");
    assertThat(lines("archives")).hasSize(2);
    assertThat(lastCall()).contains("classes-25.jsa");
    change("tools/src/main/java/A.java");
    sluice("help");
    assertThat(lines("archives")).hasSize(3);
  }

  @Test
  void archive_that_cannot_be_made_is_done_without_and_not_tried_again() throws Exception {
    sluice(1, "help");
    sluice("help");
    assertThat(lines("archives")).hasSize(1);
    assertThat(lastCall()).doesNotContain("SharedArchiveFile");
  }

  @Test
  void two_first_commands_at_a_time_leave_one_archive_and_nothing_else() throws Exception {
    sluice("help");
    Path home = root.resolve("cli/target/sluice");
    Files.delete(home.resolve("classes-17.0.1.jsa"));
    Thread other =
        new Thread(
            () -> {
              try {
                sluice("help");
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    other.start();
    sluice("help");
    other.join();
    assertThat(home.resolve("classes-17.0.1.jsa")).hasContent("archive");
    assertThat(home).isDirectoryNotContaining("glob:**.jsa.*");
  }

  @Test
  void manual_and_completion_have_each_module_once_it_is_built() throws Exception {
    sluice("help");
    assertThat(lines("manuals")).isEmpty();
    sluice("help", "bench");
    sluice("bench", "list");
    assertThat(lines("manuals")).singleElement().asString().contains("benchmarks/target/classes");
    sluice("sql", "records", "select 1");
    assertThat(lines("manuals")).hasSize(2);
    change("tools/src/main/java/A.java");
    sluice("help");
    assertThat(lines("manuals")).hasSize(2);
    sluice("bench", "list");
    assertThat(lines("manuals")).hasSize(3);
  }

  @Test
  void first_compiler_alone_serves_help_and_files_that_are_read_in_a_moment() throws Exception {
    String alone = "-XX:TieredStopAtLevel=1";
    write("records.slu", "some");
    sluice("help", "top");
    assertThat(lastCall()).contains(alone);
    sluice("top", "file:" + root.resolve("records.slu"), "--sort", "p99");
    assertThat(lastCall()).contains(alone);
    sluice("top", "kafka://broker:9092/records");
    assertThat(lastCall()).doesNotContain(alone);
    sluice("run", "--", "records.slu");
    assertThat(lastCall()).doesNotContain(alone);
    Files.write(root.resolve("records.slu"), new byte[17 << 20]);
    sluice("top", "records.slu");
    assertThat(lastCall()).doesNotContain(alone);
  }

  @Test
  void distribution_starts_through_a_link_and_says_commands_as_it_was_called() throws Exception {
    Path script = unpacked();
    Path link = Files.createSymbolicLink(root.resolve("link"), script);
    Map<String, String> path = Map.of("PATH", root.resolve("path") + ":" + System.getenv("PATH"));
    Files.createDirectory(root.resolve("path"));
    Files.createSymbolicLink(root.resolve("path/sluice"), Path.of("../link"));
    for (List<String> words :
        List.of(
            List.of(script.toString()), List.of(link.toString()), List.of("sh", "-c", "sluice"))) {
      said(0, path, words);
      assertThat(lastCall())
          .contains("-Dsluice.home=" + script.getParent().getParent() + " ")
          .contains("-Dsluice.command=" + (words.contains(link.toString()) ? link : "sluice") + " ")
          .doesNotContain("sluice.sources");
    }
    assertThat(lines("builds")).isEmpty();
  }

  @Test
  void distribution_has_sql_and_bench_where_their_archives_are_unpacked() throws Exception {
    Path home = unpacked().getParent().getParent();
    said(0, Map.of(), List.of(home + "/bin/sluice", "sql", "records", "select 1"));
    assertThat(lastCall()).contains(home + "/lib/*:" + home + "/sql/lib/* ");
    said(0, Map.of(), List.of(home + "/bin/sluice", "help", "bench"));
    assertThat(lastCall()).contains(home + "/bench/classes:" + home + "/bench/lib/*:");
  }

  @Test
  void sql_has_an_archive_of_its_own_made_again_when_a_file_of_it_is_another() throws Exception {
    Path home = unpacked().getParent().getParent();
    Path lib = Files.createDirectories(home.resolve("sql/lib"));
    List<String> query = List.of(home + "/bin/sluice", "sql", "records", "select 1");
    said(0, Map.of(), List.of(home + "/bin/sluice", "help"));
    said(0, Map.of(), query);
    said(0, Map.of(), query);
    assertThat(lines("archives")).hasSize(2);
    assertThat(lastCall()).contains("-XX:SharedArchiveFile=" + home.resolve("sql/"));
    for (Path changed : List.of(lib, home.resolve("lib"))) {
      Files.createFile(changed.resolve("another.jar"));
      said(0, Map.of(), query);
    }
    assertThat(lines("archives")).hasSize(4);
    try (Stream<Path> files = Files.list(home.resolve("sql"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".jsa"))).hasSize(1);
    }
  }

  @Test
  void archive_is_the_users_own_where_the_distribution_cannot_be_written() throws Exception {
    Path script = unpacked();
    Path home = script.getParent().getParent();
    Map<String, String> cached = Map.of("XDG_CACHE_HOME", root.resolve("cache").toString());
    Map<String, String> nowhere =
        Map.of("XDG_CACHE_HOME", root.resolve("jdk/release/no").toString());
    // For root every directory can be written, so that is not asked of the system.
    Files.writeString(script, Files.readString(script).replace("[ -w \"$beside\" ]", "[ \"\" ]"));
    said(0, cached, List.of(script.toString(), "help"));
    said(0, cached, List.of(script.toString(), "help"));
    assertThat(lines("archives")).hasSize(1);
    assertThat(lastCall()).contains("-XX:SharedArchiveFile=" + root.resolve("cache/sluice/"));
    Files.createFile(home.resolve("lib/another.jar"));
    said(0, cached, List.of(script.toString(), "help"));
    assertThat(lines("archives")).hasSize(2);
    said(0, nowhere, List.of(script.toString(), "help"));
    assertThat(lastCall()).doesNotContain("SharedArchiveFile");
    assertThat(home).isDirectoryNotContaining("glob:**.jsa");
  }

  @Test
  void missing_and_old_java_are_one_line() throws Exception {
    List<String> words = List.of(unpacked().toString(), "help");
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"11.0.2\"\n");
    assertThat(said(1, Map.of(), words))
        .isEqualTo(
            "sluice: Java 17 or newer is needed, but %s is 11.0.2\n", root.resolve("jdk/bin/java"));
    assertThat(said(1, Map.of("JAVA_HOME", "/none"), words))
        .isEqualTo("sluice: JAVA_HOME is /none, but has no bin/java; Java 17 or newer is needed\n");
    String tools =
        "for tool in dirname readlink sed head tr; do cp \"$(command -v $tool)\" .; done";
    Files.createDirectory(root.resolve("few"));
    said(0, Map.of(), List.of("sh", "-c", "cd few && " + tools));
    Map<String, String> without = Map.of("JAVA_HOME", "", "PATH", root.resolve("few").toString());
    assertThat(said(1, without, List.of("/bin/sh", words.get(0))))
        .isEqualTo("sluice: no java found; install Java 17 or newer, or set JAVA_HOME\n");
  }

  @Test
  void windows_gives_java_the_same_options() throws Exception {
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
    said(0, Map.of(), List.of(unpacked().toString(), "demo"));
    assertThat(options(lines("cli/src/main/launcher/sluice.bat")))
        // For Java before 24, whose script leaves two options out.
        .contains("-XX:+IgnoreUnrecognizedVMOptions")
        .filteredOn(option -> !option.contains("IgnoreUnrecognized"))
        .containsExactlyInAnyOrderElementsOf(
            options(List.of(lastCall())).stream()
                .filter(option -> !option.startsWith("-XX:SharedArchive"))
                .filter(option -> !option.startsWith("-Xshare") && !option.startsWith("-Xlog"))
                .toList());
    assertThat(Files.readString(root.resolve("cli/src/main/launcher/sluice.bat")))
        .containsPattern("dev\\.sluice\\.cli\\.Main %\\*\\s*$");
  }

  /** Names of options without their values, of lines that start Java. */
  private static List<String> options(List<String> lines) {
    return Pattern.compile("(?<=[\\s\"])-(?:XX:[+-]?\\w+|[-DX]?[\\w.-]+)")
        .matcher(" " + String.join(" ", lines))
        .results()
        .map(MatchResult::group)
        .toList();
  }
}
