package dev.sluice.api.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.Set;

/**
 * Reads a file that an option names, as a whole. It must be a regular one, for a pipe makes who
 * reads it wait, and some devices never end. Messages of failures say nothing of what the file
 * holds. Any thread.
 */
public final class SmallFile {
  /** Enough for files of options, keys and tokens, in bytes. */
  public static final int MOST = 1 << 20;

  private SmallFile() {}

  /** Its text in UTF-8, {@link #MOST} bytes at most; fails as {@link #read} does. */
  public static String text(Path file) throws IOException {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(read(file, MOST));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is no text in UTF-8", e);
    }
  }

  /**
   * Whether its permissions have one of these; not where files have none, which is where a machine
   * has no other users.
   */
  public static boolean permits(Path file, Set<PosixFilePermission> any) throws IOException {
    return Files.getFileStore(file).supportsFileAttributeView("posix")
        && !Collections.disjoint(Files.getPosixFilePermissions(file), any);
  }

  /** What is another text once the file has been replaced or written to. */
  public static String state(Path file) {
    try {
      BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
      return a.fileKey() + " " + a.lastModifiedTime() + " " + a.size();
    } catch (IOException e) {
      return "unreadable";
    }
  }

  /**
   * Its bytes.
   *
   * @param most how many there may be
   * @throws IOException if it is something else or cannot be read; the message is the end of a line
   *     that names the file: {@code it does not exist}
   */
  public static byte[] read(Path file, int most) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw new IOException(
            attributes.isDirectory() ? "it is a directory" : "it is a pipe or a device");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(most + 1);
        if (bytes.length > most) {
          throw new IOException("it is larger than " + most + " bytes");
        }
        return bytes;
      }
    } catch (NoSuchFileException e) {
      throw new IOException("it does not exist", e);
    } catch (AccessDeniedException e) {
      throw new IOException("we may not read it", e);
    }
  }
}
