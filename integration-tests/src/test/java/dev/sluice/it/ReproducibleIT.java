package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Builds what is released twice, from copies of what is checked out here: in two directories, with
 * two time zones, languages and umasks. The profile {@code reproducible} runs it; what was built
 * stays in {@code target/reproducible}.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ReproducibleIT {
  private static final Path ROOT = Path.of(System.getProperty("sluice.root"));
  private static final String BUILD = System.getProperty("sluice.build");
  private static final Path COPIES = Path.of("target", "reproducible");
  private static final long TIMEOUT_MINUTES = 60;

  /** Times of the deployment, and checksums of them. */
  private static final String NOT_RELEASED = "maven-metadata.*";

  @Test
  void what_is_released_is_the_same_wherever_it_is_built() throws Exception {
    Path here = COPIES.resolve("here");
    Path elsewhere = COPIES.resolve("a longer way/elsewhere");
    long start = System.nanoTime();
    build(here, "022", Map.of("TZ", "UTC", "LC_ALL", "C.UTF-8"));
    build(
        elsewhere,
        "077",
        Map.of(
            "TZ",
            "Pacific/Apia",
            "LC_ALL",
            "tr_TR.UTF-8",
            "JAVA_TOOL_OPTIONS",
            "-Duser.language=tr -Duser.country=TR"));
    Map<String, Path> first = released(here);
    Map<String, Path> second = released(elsewhere);

    List<String> differences = differences(first, second);
    System.out.printf(
        "%d files compared, %d differ; both builds took %d s%n",
        first.size(),
        differences.size(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    assertThat(first).hasSizeGreaterThan(50);
    assertThat(differences).isEmpty();
  }

  private static List<String> differences(Map<String, Path> first, Map<String, Path> second)
      throws IOException {
    List<String> differences = new ArrayList<>();
    Set<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      if (!first.containsKey(name) || !second.containsKey(name)) {
        differences.add(name + ": built once");
      } else if (Files.mismatch(first.get(name), second.get(name)) >= 0) {
        differences.add(name + ": " + ArchiveDifference.of(first.get(name), second.get(name)));
      }
    }
    return differences;
  }

  /** What is staged, and the archives of all modules. */
  private static Map<String, Path> released(Path copy) throws IOException {
    Map<String, Path> released = new TreeMap<>();
    try (Stream<Path> files = Files.walk(copy)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String path = copy.relativize(file).toString();
        if (path.matches("(.*/)?target/[^/]*\\.(jar|zip|tar|tar\\.gz)")
            || path.startsWith("target/staging/")
                && !file.getFileName().toString().matches(NOT_RELEASED)) {
          released.put(path, file);
        }
      }
    }
    return released;
  }

  private static void build(Path copy, String umask, Map<String, String> environment)
      throws Exception {
    copy(copy, umask);
    Path log = copy.resolveSibling(copy.getFileName() + ".log");
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "umask " + umask + " && exec ./mvnw -B -q " + BUILD)
            .directory(copy.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process build = builder.start();
    try {
      assertThat(build.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)).as(BUILD).isTrue();
    } finally {
      build.destroy();
    }
    assertThat(build.exitValue()).as("%s, whose lines are in %s", BUILD, log).isZero();
  }

  /** What git has or would add, with the modes of whoever has this umask. */
  private static void copy(Path copy, String umask) throws Exception {
    Process git =
        new ProcessBuilder("git", "ls-files", "-z", "-co", "--exclude-standard")
            .directory(ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String files = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor()).as("git ls-files").isZero();
    delete(copy);
    boolean strict = umask.equals("077");
    for (String file : files.split("\0")) {
      Path source = ROOT.resolve(file);
      if (Files.isRegularFile(source)) {
        Path target = copy.resolve(file);
        Files.createDirectories(target.getParent());
        Files.copy(source, target);
        String owner = Files.isExecutable(source) ? "rwx" : "rw-";
        String others = strict ? "---" : owner.replace('w', '-');
        Files.setPosixFilePermissions(
            target, PosixFilePermissions.fromString(owner + others + others));
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
