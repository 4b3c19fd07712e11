package dev.sluice.rawwriters.file;

import dev.sluice.support.segment.SegmentLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Who may read the files and directories that are created; only the owner may ever write them. */
enum Access {
  /** The user that the program runs as. */
  OWNER,
  /** That user and the group. */
  GROUP,
  /** Every user of the machine. */
  ALL;

  private static final FileAttribute<?>[] NONE = {};

  /**
   * Creates a directory for files of chunks, unless there is one or a link to one.
   *
   * @throws IOException also if a spill has it, which would send and delete what is written there
   */
  void createDirectory(Path directory) throws IOException {
    createDirectories(directory);
    if (Files.exists(directory.resolve(SegmentLog.SPILL_MARKER), LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(directory + " is a spill directory; name another one");
    }
  }

  private void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null) {
      createDirectories(parent);
    }
    Files.createDirectories(directory, attributes(directory, "rwx------"));
    widen(directory, "rwx");
  }

  /**
   * Creates an empty file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one; it stays as it is
   */
  void createFile(Path file) throws IOException {
    Files.createFile(file, attributes(file, "rw-------"));
    widen(file, "rw-");
  }

  /** Nobody else ever sees it with more than these, whatever is widened later. */
  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : NONE;
  }

  /** Set after the creation, because the process's umask does not count for what was asked for. */
  private void widen(Path path, String owner) throws IOException {
    if (this == OWNER || !isPosix(path)) {
      return;
    }
    String reads = owner.replace('w', '-');
    Set<PosixFilePermission> permissions =
        PosixFilePermissions.fromString(owner + reads + (this == ALL ? reads : "---"));
    Files.setPosixFilePermissions(path, permissions);
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
