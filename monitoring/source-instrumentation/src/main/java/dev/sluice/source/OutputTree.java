package dev.sluice.source;

import dev.sluice.api.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Output directory that is written as a whole or not at all: beside its place first, then moved
 * there. Only a directory with Sluice's marker is replaced; files that did not change keep their
 * time, so that builds compile only what did. For one thread.
 */
record OutputTree(Path place, Path work) implements AutoCloseable {
  private static final String MARK = ".sluice-instrumented";
  private static final String TEXT =
      "Written by Sluice, which replaces this directory as a whole when it instruments again.\n";

  /**
   * Begins a new output.
   *
   * @param place where the directory is to be; must have a parent
   */
  static OutputTree at(Path place) throws IOException {
    Files.createDirectories(place.getParent());
    OutputTree tree =
        new OutputTree(
            place, Files.createTempDirectory(place.getParent(), "." + place.getFileName() + "-"));
    Files.writeString(tree.work.resolve(MARK), TEXT);
    return tree;
  }

  /**
   * Checks that the place may be replaced; fails if it contains something else.
   *
   * @throws ConfigurationException naming it
   */
  static void check(Path place) throws IOException {
    if (Files.exists(place) && !Files.isDirectory(place)) {
      throw new ConfigurationException(List.of(place + " is a file; name a directory to write"));
    }
    if (!Files.isDirectory(place) || Files.exists(place.resolve(MARK))) {
      return;
    }
    try (Stream<Path> content = Files.list(place)) {
      if (content.findAny().isPresent()) {
        throw new ConfigurationException(
            List.of(
                place
                    + " is not empty and was not written by this command; name a new directory or"
                    + " remove it"));
      }
    }
  }

  void write(Path file, byte[] bytes) throws IOException {
    Path target = work.resolve(file.toString());
    Files.createDirectories(target.getParent());
    Files.write(target, bytes);
  }

  /** Moves the written directory to its place. */
  void finish() throws IOException {
    keepTimes();
    if (Files.exists(place)) {
      Path old = Files.createTempDirectory(place.getParent(), "." + place.getFileName() + "-");
      Files.move(place, old.resolve("old"));
      Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
      delete(old);
    } else {
      Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void keepTimes() throws IOException {
    try (Stream<Path> files = Files.walk(work)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path before = place.resolve(work.relativize(file).toString());
        if (Files.isRegularFile(before) && Files.mismatch(before, file) < 0) {
          Files.setLastModifiedTime(file, Files.getLastModifiedTime(before));
        }
      }
    }
  }

  /** Removes a directory that was written and not finished. */
  @Override
  public void close() throws IOException {
    if (Files.exists(work)) {
      delete(work);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
