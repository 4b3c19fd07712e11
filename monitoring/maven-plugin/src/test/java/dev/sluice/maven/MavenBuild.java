package dev.sluice.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A build by Maven in a process of its own, offline, with our modules as this build packaged them.
 * They are found in a local repository of the test, before the user's own, which is only read.
 */
final class MavenBuild {
  private static final String VERSION = System.getProperty("sluice.version");
  private static final Pattern PARENT = Pattern.compile("<parent>.*?</parent>", Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final Set<String> SKIPPED = Set.of("src", "target", ".git", ".mvn");
  private static final long TIMEOUT_SECONDS = 300;

  private final Path project;
  private final Path repository;

  MavenBuild(Path project, Path repository) throws IOException {
    this.project = project;
    this.repository = repository;
    if (!Files.exists(repository)) {
      installAll(Path.of(System.getProperty("sluice.root")));
    }
  }

  /** What a process left. */
  record Result(int exitCode, String output) {}

  Result run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("sluice.maven"), "bin", "mvn").toString());
    command.addAll(List.of("-o", "-B", "-Dstyle.color=never", "-Dmaven.repo.local=" + repository));
    command.add("-Dmaven.repo.local.tail=" + System.getProperty("sluice.localRepository"));
    command.addAll(List.of(arguments));
    return run(command, project);
  }

  /** Runs any command. */
  static Result run(List<String> command, Path directory) throws IOException, InterruptedException {
    Path output = Files.createTempFile("maven-build-", ".log");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().remove("MAVEN_ARGS");
      // A build this small ends before a second compiler would help it.
      builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
      Process process = builder.start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running after " + TIMEOUT_SECONDS + " s: " + command);
      }
      return new Result(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }

  private void installAll(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (SKIPPED.contains(directory.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (Files.exists(directory.resolve("pom.xml"))) {
              install(directory);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void install(Path module) throws IOException {
    String pom = Files.readString(module.resolve("pom.xml"));
    Matcher matcher = ARTIFACT.matcher(PARENT.matcher(pom).replaceFirst(""));
    assertThat(matcher.find()).as("artifactId in the pom of %s", module).isTrue();
    String artifact = matcher.group(1);
    String name = artifact + "-" + VERSION;
    Path place = repository.resolve("dev/sluice").resolve(artifact).resolve(VERSION);
    Files.createDirectories(place);
    Files.copy(module.resolve("pom.xml"), place.resolve(name + ".pom"));
    Path jar = module.resolve("target").resolve(name + ".jar");
    if (Files.exists(jar)) {
      Files.copy(jar, place.resolve(name + ".jar"));
    }
  }
}
