package dev.sluice.rawwriters.file;

import dev.sluice.support.segment.SegmentName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** What is done with directories of segments. */
final class Directories {
  private Directories() {}

  /** The segments in it, by whatever producer, in no order. */
  static List<Path> segments(Path directory) throws IOException {
    List<Path> segments = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "*" + SegmentName.SUFFIX)) {
      for (Path file : files) {
        if (SegmentName.parse(file.getFileName().toString()).isPresent()) {
          segments.add(file);
        }
      }
    }
    return segments;
  }

  /** Makes a new file's name durable, where the platform can. */
  static void force(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every platform opens directories; the file itself is forced anyway.
    }
  }
}
