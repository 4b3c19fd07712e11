package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Snippets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds of users outside of our own: {@code dev.sluice} comes from the staged repository and from
 * nowhere else, libraries of others from Maven Central or, where the local repository has them,
 * from there. The directory of the staged repository is {@code -Dsluice.staging}.
 */
final class UserBuild {
  static final Path ROOT = Path.of(System.getProperty("sluice.root"));
  static final Path STAGING = Path.of(System.getProperty("sluice.staging"));

  /** Kept from run to run, but for what is ours. */
  private static final Path REPOSITORY = Path.of("target/users/repository").toAbsolutePath();

  /** The usual local repository without what is ours. */
  private static final Path THIRD_PARTY = Path.of("target/users/third-party").toAbsolutePath();

  private static final Path SETTINGS = Path.of("target/users/settings.xml").toAbsolutePath();

  private static final Path USUAL = Path.of(System.getProperty("sluice.localRepository"));
  private static final long TIMEOUT_SECONDS = 500;
  private static final String BUNDLE =
      """
          <dependency>
            <groupId>dev.sluice</groupId>
            <artifactId>sluice-kafka</artifactId>
          </dependency>
      """;

  private UserBuild() {}

  /** Forgets all of ours that was used before. */
  static void prepare() throws IOException {
    assertThat(STAGING.resolve("dev/sluice"))
        .as("the staged repository, which ./mvnw -Prelease deploy makes")
        .isDirectory();
    delete(REPOSITORY.resolve("dev/sluice"));
    delete(THIRD_PARTY);
    link(USUAL, THIRD_PARTY, "dev");
    link(USUAL.resolve("dev"), THIRD_PARTY.resolve("dev"), "sluice");
    String repository = "<id>staging</id><url>" + STAGING.toUri() + "</url>";
    Files.writeString(
        SETTINGS,
        """
        <settings>
          <profiles>
            <profile>
              <id>staging</id>
              <repositories><repository>%s</repository></repositories>
              <pluginRepositories><pluginRepository>%s</pluginRepository></pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>staging</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(repository, repository));
  }

  /**
   * The POM of the page, with these dependencies in place of its one.
   *
   * @param dependencies {@code group:artifact}, with {@code :version} and {@code :scope} or without
   */
  static String pom(String... dependencies) throws IOException {
    String pom = Snippets.shownIn(GettingStartedPageTest.PAGE, "file").get("pom.xml");
    assertThat(pom).contains(BUNDLE);
    StringBuilder all = new StringBuilder();
    for (String dependency : dependencies) {
      all.append(dependency(dependency));
    }
    return pom.replace(BUNDLE, all);
  }

  private static String dependency(String coordinates) {
    String[] parts = coordinates.split(":");
    List<String> tags = List.of("groupId", "artifactId", "version", "scope");
    StringBuilder lines = new StringBuilder("    <dependency>\n");
    for (int i = 0; i < parts.length; i++) {
      lines.append("      <%1$s>%2$s</%1$s>\n".formatted(tags.get(i), parts[i]));
    }
    return lines.append("    </dependency>\n").toString();
  }

  /** The script for Gradle with the staged repository in place of the local one. */
  static String staged(String script) {
    assertThat(script).contains("mavenLocal()");
    return script.replace("mavenLocal()", "maven { url = uri('" + STAGING.toUri() + "') }");
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  /** Runs commands with our repositories; fails if one of them does. Answers what they printed. */
  static String bash(String commands, Path directory) throws Exception {
    return bash(
        commands,
        directory,
        "-gs "
            + SETTINGS
            + " -Dmaven.repo.local="
            + REPOSITORY
            + " -Dmaven.repo.local.tail="
            + THIRD_PARTY);
  }

  /** The same with other arguments for Maven. */
  static String bash(String commands, Path directory, String arguments) throws Exception {
    Path output = Files.createTempFile("sluice-user-", ".log");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("MAVEN_ARGS", arguments);
    environment.merge(
        "PATH",
        Path.of(System.getProperty("sluice.maven"), "bin") + ":" + ROOT,
        (path, first) -> first + ":" + path);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as(commands).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String told = Files.readString(output);
    Files.delete(output);
    assertThat(process.exitValue()).as("%s\n%s", commands, told).isZero();
    return told;
  }

  /** Makes a folder that has all that another has, but for one name. */
  private static void link(Path from, Path to, String without) throws IOException {
    Files.createDirectories(to);
    if (Files.isDirectory(from)) {
      try (Stream<Path> names = Files.list(from)) {
        for (Path name : names.filter(name -> !name.endsWith(without)).toList()) {
          Files.createSymbolicLink(to.resolve(name.getFileName()), name);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
