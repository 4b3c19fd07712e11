package dev.sluice.streams;

import dev.sluice.api.config.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Positions in a text file, as {@link Positions#toText} writes them. A new version is written
 * beside it, forced to the device and moved over the old one. For one thread.
 */
public final class FilePositionStore implements PositionStore {
  /** More than a million producers have. */
  private static final int MOST_BYTES = 256 << 20;

  private final Path file;
  private String saved;

  private FilePositionStore(Path file) {
    this.file = file;
  }

  /** In that file; it and its directory are created by the first save. */
  public static FilePositionStore create(Path file) {
    return new FilePositionStore(file.toAbsolutePath());
  }

  @Override
  public Positions load() throws IOException {
    if (!Files.exists(file)) {
      return Positions.NONE;
    }
    String text = read();
    try {
      return Positions.parse(text);
    } catch (IOException e) {
      throw new IOException(
          "cannot go on from " + file + ": " + e.getMessage() + "; remove it to start anew", e);
    }
  }

  private String read() throws IOException {
    try {
      return new String(SmallFile.read(file, MOST_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IOException("cannot read positions from " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void save(Positions positions) throws IOException {
    String text = positions.toText();
    if (text.equals(saved)) {
      return;
    }
    try {
      replace(text);
    } catch (IOException e) {
      throw new IOException("cannot save positions to " + file + ": " + e, e);
    }
    saved = text;
  }

  private void replace(String text) throws IOException {
    Files.createDirectories(file.getParent());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    ByteBuffer bytes = StandardCharsets.ISO_8859_1.encode(text);
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
