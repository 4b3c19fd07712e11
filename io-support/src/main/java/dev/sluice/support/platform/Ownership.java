package dev.sluice.support.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Check whether another user may have written a file, or may put files into a directory. Any
 * thread.
 */
public final class Ownership {
  private static final String ROOT = "root";

  private Ownership() {}

  /**
   * Returns why another user can write to a file or directory, as in {@code others may write to
   * /tmp}; null if only the user or the system's administrator can. A link counts as itself.
   *
   * @param scratch a directory in which a file may be made for a moment, or null for the system's
   * @throws IOException if nobody can tell
   */
  public static String doubtOf(Path path, Path scratch) throws IOException {
    PosixFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException e) {
      return "its file system does not show who may write to " + path;
    }
    String owner = attributes.owner().getName();
    if (!owner.equals(ROOT) && !owner.equals(user(scratch))) {
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

  /** Returns the user's name in file systems; in containers that may be a number. */
  private static String user(Path scratch) throws IOException {
    Path own =
        scratch == null
            ? Files.createTempFile("sluice-", ".user")
            : Files.createTempFile(scratch, "sluice-", ".user");
    try {
      return Files.getOwner(own).getName();
    } finally {
      Files.delete(own);
    }
  }
}
