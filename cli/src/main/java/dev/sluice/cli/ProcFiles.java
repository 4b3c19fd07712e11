package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Checks a process by its files in {@code /proc} before attaching, because attaching begins with a
 * signal: it ends a process that is no JVM, and makes a JVM that takes no agents print all its
 * stacks.
 */
record ProcFiles(Path directory, long pid) {
  private static final String DISABLED = "-XX:+DisableAttachMechanism";

  static ProcFiles of(long pid) {
    return new ProcFiles(Path.of("/proc", Long.toString(pid)), pid);
  }

  /**
   * Does nothing where there are no such files.
   *
   * @throws ToolException if the process cannot be attached to
   */
  void checkIsJvm() {
    if (!Files.exists(directory.resolve("maps"))) {
      return;
    }
    try (Stream<String> maps =
        Files.lines(directory.resolve("maps"), StandardCharsets.ISO_8859_1)) {
      if (maps.noneMatch(line -> line.contains("libjvm.so"))) {
        throw new ToolException(
            "process " + pid + " is not a JVM; 'sluice attach --list' lists running programs");
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new ToolException("no permission to read the state of process  " + pid, e);
    }
    if (commandLine().contains("\0" + DISABLED + "\0")) {
      throw new ToolException(
          "process " + pid + " was started with " + DISABLED + " and accepts no agents");
    }
  }

  private String commandLine() {
    try {
      return Files.readString(directory.resolve("cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
