package dev.sluice.monitoring.config;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether somebody else may have put the file {@code sluice.properties} into the working directory.
 * Then what stands there may neither name code to load nor files to write: a program that is
 * started in such a directory would do what that person wants.
 */
final class WorkingDirectoryFile {
  private static final String ROOT = "root";

  /** Code, and files that are written. */
  private static final Set<String> POWERFUL = Set.of("plugins", "report", "log");

  private static final String CLIENT = "kafka.";

  private WorkingDirectoryFile() {}

  /**
   * Why somebody else may have written it, as in {@code others may write to /tmp}; null if only the
   * user or the system's administrator can have.
   */
  static String doubt(Path file) {
    try {
      Path real = file.toRealPath();
      String user = user();
      String doubt = doubtOf(real, user);
      return doubt != null ? doubt : doubtOf(real.getParent(), user);
    } catch (IOException e) {
      return "nobody can tell who may write to it (" + e + ")";
    }
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

  private static String doubtOf(Path path, String user) throws IOException {
    PosixFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException e) {
      return "its file system does not tell who may write to " + path;
    }
    String owner = attributes.owner().getName();
    if (!owner.equals(user) && !owner.equals(ROOT)) {
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

  /** The names of those options that name code to load or a file to write. */
  static List<String> powerful(Map<String, String> options) {
    return options.entrySet().stream()
        .filter(option -> isPowerful(option.getKey().toLowerCase(Locale.ROOT), option.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isPowerful(String name, String value) {
    return POWERFUL.contains(name)
        || name.equals("sink") && isPowerfulSink(value)
        || name.startsWith(CLIENT) && namesCode(name);
  }

  /** A sink may have all other options behind its question mark. */
  private static boolean isPowerfulSink(String text) {
    try {
      Endpoint sink = Endpoint.parse(text);
      return sink.scheme().equals("file") || !powerful(sink.options().withPrefix("")).isEmpty();
    } catch (ConfigurationException e) {
      return false; // Not a sink, which is reported elsewhere.
    }
  }

  /** Kafka's client makes objects of classes, and of what a login configuration names. */
  private static boolean namesCode(String name) {
    return name.matches("(?i).*(class|classes|reporters|providers|jaas\\.config)");
  }
}
