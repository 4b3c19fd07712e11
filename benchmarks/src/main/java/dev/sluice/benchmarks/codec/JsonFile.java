package dev.sluice.benchmarks.codec;

import dev.sluice.cli.CliException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The file for the results, looked at before minutes are spent on them. */
final class JsonFile {
  private final Path file;

  private JsonFile(Path file) {
    this.file = file;
  }

  /**
   * A file that can probably be written.
   *
   * @throws CliException if it cannot
   */
  static JsonFile check(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new CliException("--json takes a file, but " + file + " is a folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new CliException("--json: the folder " + folder + " does not exist");
    }
    if (!Files.isWritable(folder) || Files.exists(file) && !Files.isWritable(file)) {
      throw new CliException("--json: no permission to write " + file);
    }
    return new JsonFile(file.toAbsolutePath());
  }

  /** Writes all or nothing. */
  void write(List<CodecResult> results) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      try (OutputStream out = Files.newOutputStream(part)) {
        CodecReport.writeJson(results, out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
