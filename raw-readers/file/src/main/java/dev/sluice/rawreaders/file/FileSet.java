package dev.sluice.rawreaders.file;

import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.support.segment.SegmentName;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Files that a source names: one file, the {@code *.slu} of a directory, or the files that match a
 * glob.
 *
 * @param base what partitions are named relative to
 * @param nothing what to say if there are none
 * @param lister finds them
 */
record FileSet(Path base, String nothing, Lister lister) {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  /** Pattern of the directories before the first wildcard. */
  private static final Pattern LITERAL = Pattern.compile("^[^*?\\[{]*/");

  static final Comparator<Path> ORDER =
      Comparator.comparing(FileSet::directoryOf)
          .thenComparing(file -> file.getFileName().toString(), SegmentName.ORDER);

  /** Lists the files that are there now. */
  @FunctionalInterface
  interface Lister {
    List<Path> list() throws IOException;
  }

  /**
   * Returns the set that a path or a glob names, relative to the working directory.
   *
   * @throws IOException if there is nothing or it cannot be read
   */
  static FileSet of(String text, Disk disk) throws IOException {
    try {
      boolean glob = WILDCARD.matcher(text).find() && !isThere(disk, text);
      return glob ? glob(text) : existing(text, Path.of(text), disk);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw new IOException(
          "'"
              + text
              + "' is neither a path nor a glob: "
              + e.getMessage().lines().findFirst().orElse(""),
          e);
    }
  }

  /** Returns the files in the order in which they are read: by directory and segment name. */
  List<Path> list() throws IOException {
    List<Path> files = new ArrayList<>(lister.list());
    files.sort(ORDER);
    return files;
  }

  /** Returns the name of a file in positions, which is the same on every system. */
  String partition(Path file) {
    return base.relativize(file).toString().replace(File.separatorChar, '/');
  }

  /** Returns the entry with this path, or null. */
  private static Entry entry(Disk disk, Path path) throws IOException {
    try {
      return disk.entry(path);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Returns whether there is a file with this name; on Windows no path has a wildcard. */
  private static boolean isThere(Disk disk, String text) throws IOException {
    try {
      return entry(disk, Path.of(text)) != null;
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static FileSet existing(String text, Path path, Disk disk) throws IOException {
    Entry about = entry(disk, path);
    if (about == null) {
      throw new IOException("there is no file or directory '" + text + "'");
    }
    if (!isReadable(about, disk)) {
      throw new IOException("'" + text + "' must not be read by this user");
    }
    return about.isDirectory()
        ? new FileSet(
            path,
            "there are no segments (*.slu) in directory '" + text + "'" + hint(path, disk),
            () -> segments(path, disk))
        : new FileSet(
            directoryOf(path),
            "'" + text + "' has vanished",
            () -> entry(disk, path) == null ? List.of() : List.of(path));
  }

  private static String hint(Path directory, Disk disk) throws IOException {
    return entry(disk, directory.resolve("kieker.map")) == null
        ? ""
        : "; it is a log of Kieker: 'sluice convert "
            + directory
            + " --to FILE.slu' makes chunks of it";
  }

  /**
   * Returns whether a file can be read, by opening it if it may be opened twice; for a pipe that is
   * known when it is read.
   */
  private static boolean isReadable(Entry about, Disk disk) throws IOException {
    try {
      if (about.isFile()) {
        disk.open(about.path(), false).close();
      }
      return true;
    } catch (FileNotFoundException | AccessDeniedException e) {
      return false;
    }
  }

  private static Path directoryOf(Path file) {
    return file.getParent() == null ? Path.of("") : file.getParent();
  }

  private static List<Path> segments(Path directory, Disk disk) throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      for (Entry entry : disk.list(directory, "*" + SegmentName.SUFFIX)) {
        if (entry.isFile()) {
          files.add(entry.path());
        }
      }
    } catch (AccessDeniedException e) {
      throw new IOException("'" + directory + "' must not be read by this user", e);
    } catch (NoSuchFileException | NotDirectoryException e) {
      files.clear(); // removed; with follow it may come again
    }
    return files;
  }

  private static FileSet glob(String text) {
    // A separator that is a backslash would escape what follows in a pattern.
    String pattern = text.replace(File.separatorChar, '/');
    String rest = LITERAL.matcher(pattern).replaceFirst("");
    Path start = Path.of(pattern.substring(0, pattern.length() - rest.length()));
    int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/").length;
    PathMatcher matcher = start.getFileSystem().getPathMatcher("glob:" + rest);
    return new FileSet(
        start, "no file matches '" + text + "'", () -> matching(start, depth, matcher));
  }

  private static List<Path> matching(Path start, int depth, PathMatcher matcher)
      throws IOException {
    List<Path> files = new ArrayList<>();
    FileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (matcher.matches(start.relativize(file)) && Files.isRegularFile(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // vanished meanwhile, or not ours to see
          }
        };
    Files.walkFileTree(start, EnumSet.noneOf(FileVisitOption.class), depth, visitor);
    return files;
  }
}
