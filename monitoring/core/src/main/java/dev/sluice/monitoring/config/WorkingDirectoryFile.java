package dev.sluice.monitoring.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Whether somebody else may have put the file {@code sluice.properties} into the working directory.
 * Then {@linkplain dev.sluice.api.config.Key#isPowerful powerful} options are not taken from it: a
 * program that is started in such a directory would do what that person wants.
 */
final class WorkingDirectoryFile {
  private static final String ROOT = "root";

  private static final String ADVICE =
      "; make file and directory your own alone (chmod go-w), or name the file by"
          + " -Dsluice.config=FILE";

  private WorkingDirectoryFile() {}

  /**
   * Why somebody else may have written it and what helps, as in {@code others may write to /tmp;
   * …}; null if only the user or the system's administrator can have.
   */
  static String doubt(Path file) {
    String doubt;
    try {
      Path real = file.toRealPath();
      doubt = doubtOf(real);
      doubt = doubt != null ? doubt : doubtOf(real.getParent());
      // If it is a link, who made that chose the file.
      doubt = doubt != null ? doubt : doubtOf(file.toAbsolutePath().getParent().toRealPath());
    } catch (IOException e) {
      doubt = "nobody can tell who may write to it (" + e + ")";
    }
    return doubt == null ? null : doubt + ADVICE;
  }

  /** The user's name in file systems; in containers that may be a number. */
  private static String user() throws IOException {
    Path own = Files.createTempFile("sluice-", ".user");
    try {
      return Files.getOwner(own).getName();
    } finally {
      Files.delete(own);
    }
  }

  private static String doubtOf(Path path) throws IOException {
    PosixFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException e) {
      return "its file system does not tell who may write to " + path;
    }
    String owner = attributes.owner().getName();
    if (!owner.equals(ROOT) && !owner.equals(user())) {
      return path + " belongs to " + owner;
    }
    Set<PosixFilePermission> permissions = attributes.permissions();
    // A group of the same name is the owner's alone; many systems let such a group write.
    boolean group =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            && !attributes.group().getName().equals(owner);
    return group || permissions.contains(PosixFilePermission.OTHERS_WRITE)
        ? "others may write to " + path
        : null;
  }
}
