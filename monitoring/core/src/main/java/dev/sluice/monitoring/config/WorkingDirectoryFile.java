package dev.sluice.monitoring.config;

import dev.sluice.support.platform.Ownership;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Check whether another user may have put the file {@code sluice.properties} into the working
 * directory. Then {@linkplain dev.sluice.api.config.Key#isPowerful powerful} options are not taken
 * from it: a program that is started in such a directory would do what that person wants.
 */
final class WorkingDirectoryFile {
  private static final String ADVICE =
      "; make file and directory your own alone (chmod go-w), or name the file by"
          + " -Dsluice.config=FILE";

  private WorkingDirectoryFile() {}

  /**
   * Returns why another user may have written the file and what to do, as in {@code others may
   * write to /tmp; …}; null if only the user or the system's administrator can have.
   */
  static String doubt(Path file) {
    String doubt;
    try {
      Path real = file.toRealPath();
      doubt = Ownership.doubtOf(real, null);
      doubt = doubt != null ? doubt : Ownership.doubtOf(real.getParent(), null);
      // If it is a link, who made that chose the file.
      doubt =
          doubt != null
              ? doubt
              : Ownership.doubtOf(file.toAbsolutePath().getParent().toRealPath(), null);
    } catch (IOException e) {
      doubt = "it is unknown who may write to it (" + e + ")";
    }
    return doubt == null ? null : doubt + ADVICE;
  }
}
