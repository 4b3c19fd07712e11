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
 * Reads a whole file that an option names. It must be a regular file, because a pipe may block its
 * reader, and some devices never end. Messages of failures do not contain the file's content. Any
 * thread.
 */
public final class SmallFile {
  /** Maximum size in bytes of a file of options, keys or tokens. */
  public static final int MAX_BYTES = 1 << 20;

  private SmallFile() {}

  /**
   * Returns the file's text in UTF-8, {@link #MAX_BYTES} bytes at most; fails as {@link #read}
   * does.
   */
  public static String text(Path file) throws IOException {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(read(file, MAX_BYTES));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is not UTF-8 text", e);
    }
  }

  /**
   * Returns whether the file has one of these permissions; false on systems without POSIX
   * permissions, where a machine has no other users.
   */
  public static boolean permits(Path file, Set<PosixFilePermission> any) throws IOException {
    return Files.getFileStore(file).supportsFileAttributeView("posix")
        && !Collections.disjoint(Files.getPosixFilePermissions(file), any);
  }

  /** Returns a text that changes once the file has been replaced or written to. */
  public static String state(Path file) {
    try {
      BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
      return a.fileKey() + " " + a.lastModifiedTime() + " " + a.size();
    } catch (IOException e) {
      return "unreadable";
    }
  }

  /**
   * Returns the file's bytes.
   *
   * @param maxBytes maximum size of the file in bytes
   * @throws IOException if it is something else or cannot be read; the message is the end of a line
   *     that names the file: {@code it does not exist}
   */
  public static byte[] read(Path file, int maxBytes) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw new IOException(
            attributes.isDirectory() ? "it is a directory" : "it is a pipe or a device");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(maxBytes + 1);
        if (bytes.length > maxBytes) {
          throw new IOException("it is larger than " + maxBytes + " bytes");
        }
        return bytes;
      }
    } catch (NoSuchFileException e) {
      throw new IOException("it does not exist", e);
    } catch (AccessDeniedException e) {
      throw new IOException("this program has no permission to read it", e);
    }
  }
}
