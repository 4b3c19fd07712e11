package dev.sluice.streams;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.support.platform.AtomicFile;
import dev.sluice.support.platform.SystemDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Store of positions in a text file, as {@link Positions#toText} writes them. A new version is
 * written beside it, forced to the device and moved over the old one. Only its owner can read it,
 * because it holds the secret key of the fingerprints. For one thread.
 */
public final class FilePositionStore implements PositionStore {
  /** Maximum size of the file in bytes; more than a million producers need. */
  private static final int MAX_BYTES = 256 << 20;

  private final AtomicFile file;
  private String saved;

  private FilePositionStore(AtomicFile file) {
    this.file = file;
  }

  /** Returns a store in this file; the file and its directory are created by the first save. */
  public static FilePositionStore create(Path file) {
    return create(file, SystemDisk.INSTANCE);
  }

  /**
   * Returns a store in this file on a disk; the file and its directory are created by the first
   * save.
   */
  public static FilePositionStore create(Path file, Disk disk) {
    return new FilePositionStore(new AtomicFile(disk, file.toAbsolutePath(), Access.OWNER));
  }

  @Override
  public Positions load() throws IOException {
    String text;
    try {
      text = new String(file.read(MAX_BYTES), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return Positions.NONE;
    } catch (IOException e) {
      throw new IOException("cannot read positions from " + file.path() + ": " + e.getMessage(), e);
    }
    try {
      return Positions.parse(text);
    } catch (IOException e) {
      throw new IOException(
          "cannot go on from "
              + file.path()
              + ": "
              + e.getMessage()
              + "; remove it to start from the beginning",
          e);
    }
  }

  @Override
  public void save(Positions positions) throws IOException {
    String text = positions.toText();
    if (text.equals(saved)) {
      return;
    }
    try {
      file.disk().createDirectories(file.path().getParent(), null);
      file.replace(text.getBytes(StandardCharsets.ISO_8859_1), true);
    } catch (IOException e) {
      throw new IOException("cannot save positions to " + file.path() + ": " + e, e);
    }
    saved = text;
  }
}
