package dev.sluice.distribution;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The archives as somebody uses them: unpacked where a path has spaces, without what built them.
 */
@EnabledOnOs(OS.LINUX)
class DistributionIT {
  private static final String NAME = "sluice-" + System.getProperty("sluice.version");
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  /** Who builds may have forbidden all to others; in the archives that is not seen. */
  private static final Set<String> MODES = Set.of("-rw-r--r--", "-rwxr-xr-x", "drwxr-xr-x");

  @TempDir static Path folder;
  private static Path tar;
  private static Path zip;

  @BeforeAll
  static void unpack() throws Exception {
    tar = folder.resolve("of the tar");
    zip = folder.resolve("of the zip");
    Files.createDirectory(tar);
    Files.createDirectory(zip);
    run(tar, "tar", "xzf", archive(".tar.gz"));
    run(zip, "unzip", "-q", archive(".zip"));
  }

  private static String archive(String end) {
    return TARGET.resolve(NAME + end).toString();
  }

  private static String run(Path directory, String... words) throws Exception {
    return run(0, directory, Map.of(), words);
  }

  private static String run(int exitCode, Path directory, Map<String, String> also, String... words)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(also);
    Process process = builder.redirectErrorStream(true).directory(directory.toFile()).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(300, SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s: %s", List.of(words), said).isEqualTo(exitCode);
    return said;
  }

  private static String sluice(Path unpacked, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(NAME + "/bin/sluice"));
    all.addAll(List.of(words));
    return run(unpacked, all.toArray(String[]::new));
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> directory.relativize(file).toString())
          .filter(file -> !file.endsWith(".jsa"))
          .sorted()
          .toList();
    }
  }

  @Test
  void archives_hold_the_same_and_are_small_enough() throws IOException {
    assertThat(files(tar.resolve(NAME)))
        .isEqualTo(files(zip.resolve(NAME)))
        .hasSizeGreaterThan(100);
    try (Stream<Path> archives = Files.list(TARGET)) {
      List<Path> all =
          archives.filter(file -> file.toString().matches(".*/sluice-\\d.*(zip|gz)")).toList();
      assertThat(all)
          .hasSize(8)
          .allSatisfy(file -> assertThat(Files.size(file)).as("%s", file).isLessThan(60_000_000));
    }
  }

  @Test
  void agents_in_one_file_and_the_extension_of_opentelemetry_are_beside_the_archives()
      throws IOException {
    String version = System.getProperty("sluice.version");
    for (String name : List.of("sluice-agent-%s-all.jar", "sluice-opentelemetry-%s-extension.jar")) {
      try (ZipFile jar = new ZipFile(TARGET.resolve(name.formatted(version)).toFile())) {
        assertThat(jar.size()).as(name).isGreaterThan(100);
      }
    }
  }

  @Test
  void modes_owners_and_times_are_those_of_no_builder() throws Exception {
    for (String end : List.of("", "-bench", "-sql-linux-x64")) {
      Set<String> modes = new HashSet<>();
      Set<String> rest = new HashSet<>();
      run(
              folder,
              "tar",
              "tvzf",
              archive(end + ".tar.gz"),
              "--full-time",
              "--utc",
              "--numeric-owner")
          .lines()
          .map(line -> line.split(" +", 6))
          .forEach(
              fields -> {
                modes.add(fields[0]);
                rest.add(fields[1] + " " + fields[3] + " " + fields[4]);
              });
      assertThat(MODES).containsAll(modes);
      assertThat(rest).containsExactly("0/0 2026-01-01 00:00:00");
    }
    assertThat(tar.resolve(NAME + "/bin/sluice")).isExecutable();
    assertThat(zip.resolve(NAME + "/bin/sluice")).isExecutable();
  }

  @Test
  void licence_of_each_jar_is_named() throws IOException {
    Path home = tar.resolve(NAME);
    for (String file : List.of("LICENSE", "NOTICE")) {
      assertThat(home.resolve(file)).hasSameBinaryContentAs(Path.of("..", file));
    }
    assertThat(Files.readAllLines(home.resolve("README"))).hasSize(5);
    assertNamed(home, home.resolve("THIRD-PARTY"));
  }

  /** What is inside the agent is in it, too, in no jar of its own. */
  @Test
  void sbom_names_each_jar() throws IOException {
    Path home = tar.resolve(NAME);
    Set<String> named = new HashSet<>();
    Pattern.compile("\"bom-ref\" : \"pkg:maven/[^/]+/([^@]+)@([^?]+)\\?type=jar\"")
        .matcher(Files.readString(home.resolve("sbom.cdx.json")))
        .results()
        .forEach(found -> named.add(found.group(1) + "-" + found.group(2) + ".jar"));
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(file -> file.endsWith(".jar") && !file.startsWith("sluice-agent"))
          .hasSizeGreaterThan(50)
          .isSubsetOf(named);
    }
    assertThat(named).anyMatch(jar -> jar.startsWith("asm-"));
  }

  private static void assertNamed(Path directory, Path list) throws IOException {
    List<String> globs =
        Files.readAllLines(list).stream()
            .filter(line -> line.matches("\\S+-\\*.*"))
            .map(line -> "glob:" + line.substring(0, line.indexOf(' ')))
            .toList();
    try (Stream<Path> jars = Files.walk(directory)) {
      assertThat(jars.filter(file -> file.toString().endsWith(".jar")))
          .hasSizeGreaterThan(3)
          .map(Path::getFileName)
          .filteredOn(jar -> !jar.toString().startsWith("sluice-"))
          .allMatch(
              jar ->
                  globs.stream()
                      .anyMatch(
                          glob -> FileSystems.getDefault().getPathMatcher(glob).matches(jar)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tar", "zip"})
  void demo_runs_and_leaves_a_report_where_it_was_started(String of) throws Exception {
    Path unpacked = of.equals("tar") ? tar : zip;
    String said = sluice(unpacked, "demo", "--duration", "3s");
    assertThat(said).contains("Balanced: yes", NAME + "/bin/sluice verify sluice-demo/demo.slu");
    assertThat(unpacked.resolve("sluice-demo/demo-report/report.html")).isNotEmptyFile();
    assertThat(sluice(unpacked, "verify", "sluice-demo/demo.slu")).contains("complete");
  }

  @Test
  void agent_in_place_has_what_the_whole_one_has() throws Exception {
    Path program = Files.createDirectories(folder.resolve("program"));
    Files.writeString(
        program.resolve("Program.java"),
        """
        class Program {
          public static void main(String[] arguments) throws InterruptedException {
            Thread.sleep(3000);
          }
        }
        """);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String said =
        sluice(
            tar,
            "run",
            "--sink",
            "file:sampled?compression=zstd",
            "--include",
            "Program",
            "--option",
            "samplers=cpu,memory",
            "--option",
            "samplers.period=200ms",
            "--",
            java,
            program.resolve("Program.java").toString());
    assertThat(said).doesNotContain("warning", "not monitoring");
    assertThat(sluice(tar, "stats", "sampled"))
        .contains("sluice.cpu_utilization", "sluice.mem_swap_usage");
  }

  @Test
  void sql_and_bench_say_which_archive_to_unpack_and_are_there_then() throws Exception {
    Path unpacked = Files.createDirectory(folder.resolve("of all"));
    run(unpacked, "tar", "xzf", archive(".tar.gz"));
    Files.writeString(
        unpacked.resolve("lines.jsonl"),
        """
        {"type":"sluice.operation_execution.1","operationSignature":"void a.B.c()","sessionId":"s",\
        "traceId":1,"tin":1000,"tout":2000,"hostname":"h","eoi":0,"ess":0,"exception":false}
        """);
    sluice(unpacked, "convert", "lines.jsonl", "--to", "a.slu");
    for (List<String> words :
        List.of(
            List.of(
                "sql", "a.slu", "select count(*) n from operation_execution", "--format", "csv"),
            List.of("bench", "list"))) {
      List<String> command = new ArrayList<>(List.of(NAME + "/bin/sluice"));
      command.addAll(words);
      String said = run(2, unpacked, Map.of(), command.toArray(String[]::new));
      assertThat(said)
          .startsWith("sluice: '" + words.get(0) + "' is in a separate archive: ");
      String tell = said.strip().replaceFirst("^.*: tar xzf ", "tar xzf " + TARGET + "/");
      run(unpacked, "sh", "-c", tell);
      assertThat(sluice(unpacked, words.toArray(String[]::new)))
          .contains(words.get(0).equals("sql") ? "n\r\n1\r\n" : "method-calls");
    }
    Path bench = unpacked.resolve(NAME + "/bench");
    assertNamed(bench.resolve("lib"), bench.resolve("THIRD-PARTY"));
    assertThat(bench.resolve("sources")).isDirectoryContaining("glob:**/jmh-core-*-sources.jar");
    assertThat(unpacked.resolve(NAME + "/sql/THIRD-PARTY")).isNotEmptyFile();
  }

  @Test
  void works_where_nothing_can_be_written_for_another_user_and_through_a_link() throws Exception {
    assumeTrue(run(folder, "id", "-u").strip().equals("0"), "only root becomes another user");
    Path others = Files.createDirectory(folder.resolve("of others"));
    run(others, "tar", "xzf", archive(".tar.gz"));
    // The folder of the test is its user's alone.
    run(others, "chmod", "755", folder.toString(), others.toString());
    Path link = Files.createSymbolicLink(others.resolve("s"), Path.of(NAME, "bin", "sluice"));
    Map<String, String> environment = Map.of("HOME", "/nonexistent", "JAVA_HOME", "");
    String said =
        run(
            0,
            others,
            environment,
            "setpriv",
            "--reuid=12345",
            "--regid=12345",
            "--clear-groups",
            link.toString(),
            "help");
    assertThat(said).contains("sql ", "bench ", "demo ");
    assertThat(others.resolve(NAME)).isDirectoryNotContaining("glob:**.jsa");
  }

  @Test
  void bash_completes_commands_and_options_and_pages_format_without_a_warning() throws Exception {
    Path share = tar.resolve(NAME + "/share");
    String complete =
        "source '%s/bash-completion/completions/sluice'; COMP_WORDS=(sluice %s); COMP_CWORD=%d;"
            + " COMP_LINE='sluice %2$s'; COMP_POINT=99; _complete_sluice; echo \"${COMPREPLY[@]}\"";
    assertThat(run(folder, "bash", "-c", complete.formatted(share, "ver", 1))).contains("verify");
    assertThat(run(folder, "bash", "-c", complete.formatted(share, "bench me", 2)))
        .contains("method-calls");
    assertThat(share.resolve("man/man1")).isDirectoryContaining("glob:**/sluice-sql.1");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/man")), "no man here");
    try (Stream<Path> pages = Files.list(share.resolve("man/man1"))) {
      for (Path page : pages.toList()) {
        assertThat(run(folder, "man", "--warnings", "-E", "UTF-8", "-l", page.toString()))
            .contains("NAME", "SYNOPSIS")
            .doesNotContain("warning:");
      }
    }
  }
}
