package dev.sluice.benchmarks;

import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file for the results, looked at before minutes are spent on them. */
public record JsonFile(Path file) {
  /**
   * A file that can probably be written.
   *
   * @throws ToolException if it cannot
   */
  public static JsonFile check(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new ToolException("--json takes a file, but " + file + " is a folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new ToolException("--json: the folder " + folder + " does not exist");
    }
    if (!Files.isWritable(folder) || Files.exists(file) && !Files.isWritable(file)) {
      throw new ToolException("--json: no permission to write " + file);
    }
    return new JsonFile(file.toAbsolutePath());
  }

  /** Writes all or nothing. */
  public void write(NewFile.Content content) throws IOException {
    NewFile.replace(file, content);
  }
}
