package dev.sluice.realprograms;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * A program of the class path {@code target/lib} in a JVM of its own, with or without the agent.
 */
final class RealJvm {
  private static final long TIMEOUT_MINUTES = 20;

  private final Path directory;

  RealJvm(Path directory) {
    this.directory = directory;
  }

  /** What a program left. */
  record Result(int exitCode, List<String> out, List<String> err) {}

  /**
   * Runs it.
   *
   * @param include what the agent instruments, or null for no agent
   */
  Result run(String include, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (include != null) {
      command.add(
          "-javaagent:"
              + System.getProperty("sluice.agent.jar")
              + "=sink=file:"
              + directory.resolve("records")
              + "?policy=block;report="
              + directory.resolve("report")
              + ";include="
              + include);
    }
    String classes = RealJvm.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    command.addAll(
        List.of(
            "-Xmx1g",
            "-cp",
            classes + File.pathSeparator + System.getProperty("sluice.programs") + "/*"));
    command.addAll(Arrays.asList(arguments));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + TIMEOUT_MINUTES + " minutes: " + command);
    }
    return new Result(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
  }

  /** What the agent reported. */
  Properties report() throws IOException {
    Properties report = new Properties();
    try (Reader in = Files.newBufferedReader(directory.resolve("report"))) {
      report.load(in);
    }
    return report;
  }
}
