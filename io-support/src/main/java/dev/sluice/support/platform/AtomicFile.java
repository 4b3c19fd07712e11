package dev.sluice.support.platform;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.api.platform.DiskFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file that is replaced as a whole: its new content is written to a second file, which is moved
 * over it. For one thread.
 *
 * @param access who may read it, see {@link Disk}
 */
public record AtomicFile(Disk disk, Path path, Access access) {
  /**
   * Returns the bytes of the file.
   *
   * @param most how many there may be
   * @throws java.nio.file.NoSuchFileException if there is none
   * @throws IOException if it is something else, larger or cannot be read; the message is the end
   *     of a line that names the file
   */
  public byte[] read(int most) throws IOException {
    Entry about = disk.entry(path);
    if (!about.isFile()) {
      throw new IOException(about.isDirectory() ? "it is a directory" : "it is a pipe or a device");
    }
    try (DiskFile file = disk.open(path, false)) {
      byte[] bytes = new byte[(int) Math.min(about.bytes(), most) + 1];
      int there = 0;
      for (int read = 0; read >= 0; read = file.read(bytes, there, bytes.length - there)) {
        there += read;
        if (there > most) {
          throw new IOException("it is larger than " + most + " bytes");
        }
        bytes = there < bytes.length ? bytes : Arrays.copyOf(bytes, 2 * bytes.length);
      }
      return Arrays.copyOf(bytes, there);
    }
  }

  /**
   * Replaces the file, or leaves it as it is.
   *
   * @param force whether the new bytes are durable on return
   */
  public void replace(byte[] bytes, boolean force) throws IOException {
    Path next = path.resolveSibling(path.getFileName() + ".new");
    disk.delete(next);
    try (DiskFile file = disk.create(next, access)) {
      file.append(bytes, 0, bytes.length);
      if (force) {
        file.force();
      }
    }
    disk.move(next, path);
    if (force) {
      disk.force(path.toAbsolutePath().getParent());
    }
  }
}
