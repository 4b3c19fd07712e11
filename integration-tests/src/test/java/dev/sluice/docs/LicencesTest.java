package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What we hand out bears its licence, and those of what it contains. */
@Tag("one-jdk")
class LicencesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern OURS = Pattern.compile("sluice-.*(?<!-tests)\\.jar");

  private static List<Path> list(Path directory, String glob) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      var matcher = directory.getFileSystem().getPathMatcher("glob:" + glob);
      return files.filter(file -> matcher.matches(file.getFileName())).toList();
    }
  }

  /** How those contained in a jar of the agent are marked. */
  private static String marks(Path agent) {
    return agent.endsWith("sluice-agent-all.jar") ? " [AB] .*" : " A .*";
  }

  private static void assertListed(Path list, String jar, String marks) throws IOException {
    List<String> patterns =
        Files.readAllLines(list).stream()
            .filter(line -> line.matches("\\S+-\\*" + (marks.isEmpty() ? ".*" : marks)))
            .map(line -> line.substring(0, line.indexOf(' ')))
            .toList();
    assertThat(patterns)
        .as("%s names the jar %s", list, jar)
        .anyMatch(
            glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(jar)));
  }

  private static void assertLicensed(Path directory) throws IOException {
    assertThat(Files.readString(directory.resolve("LICENSE")))
        .as("%s", directory.toUri())
        .isEqualTo(Files.readString(ROOT.resolve("LICENSE")));
    assertThat(directory.resolve("NOTICE")).isNotEmptyFile();
  }

  @Test
  void every_jar_bears_licence_and_notice_and_the_agent_those_of_what_it_contains()
      throws IOException {
    int jars = 0;
    int libraries = 0;
    String[] classPath = System.getProperty("java.class.path").split(File.pathSeparator);
    List<Path> all = new ArrayList<>(Stream.of(classPath).map(Path::of).toList());
    all.add(ROOT.resolve("monitoring/agent/target/sluice-agent-all.jar"));
    for (Path path : all) {
      if (!OURS.matcher(path.getFileName().toString()).matches()) {
        continue;
      }
      jars++;
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        assertLicensed(jar.getPath("META-INF"));
        Path isolated = jar.getPath("isolated");
        for (Path folder : Files.exists(isolated) ? list(isolated, "*-jar*") : List.<Path>of()) {
          String name = folder.getFileName().toString().replace("/", "");
          if (!name.startsWith("sluice-")) {
            libraries++;
            assertListed(jar.getPath("META-INF", "THIRD-PARTY"), name, marks(path));
          }
        }
      }
    }
    assertThat(jars).as("jars of ours").isGreaterThan(20);
    assertThat(libraries).as("libraries in the agent").isGreaterThan(5);
  }

  @Test
  void directory_of_the_command_names_the_licence_of_each_jar() throws IOException {
    Path home = ROOT.resolve("cli/target/sluice");
    assertLicensed(home);
    int jars = 0;
    for (String directory : List.of("lib", "demo/lib", "broker/lib")) {
      for (Path jar : list(home.resolve(directory), "*.jar")) {
        String name = jar.getFileName().toString();
        if (!name.startsWith("sluice-")) {
          jars++;
          assertListed(home.resolve("THIRD-PARTY"), name, "");
        }
      }
    }
    assertThat(jars).isGreaterThan(30);
  }

  @Test
  void module_with_resources_of_its_own_does_not_leave_the_licence_out() throws IOException {
    try (Stream<Path> files = Files.find(ROOT, 4, (file, of) -> file.endsWith("pom.xml"))) {
      List<Path> own =
          files
              .filter(pom -> !pom.toString().contains("target"))
              // A program of a test, which nobody gets.
              .filter(pom -> !pom.toString().contains("quarkus-program"))
              .filter(pom -> read(pom).contains("<resources>"))
              .toList();
      assertThat(own)
          .hasSizeGreaterThan(1)
          .allSatisfy(pom -> assertThat(read(pom)).contains("<include>NOTICE</include>"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
