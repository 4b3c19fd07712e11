package dev.sluice.support;

import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The options that name a file of keys for chunks: a line for each key, 32 to 64 bytes in base64;
 * empty lines and lines that begin with {@code #} are ignored. The first key signs. A chunk that
 * was signed with any of them is genuine, so that a key can be replaced: the new one goes behind
 * the others where chunks are read, then in front where they are signed.
 */
public final class SigningKeys {
  private static final Set<PosixFilePermission> OTHERS =
      Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

  /** Option of a sink that names the file of keys; null if it is not given. */
  public static final Key<ChunkSigner> SIGN =
      key(
          "sign",
          "File whose first key signs every chunk (HMAC-SHA256). One key a line, 32 to 64 bytes"
              + " in base64, as from openssl rand -base64 32; other users must not be able to"
              + " read the file.");

  /** Option of a source that names the file of keys; null if it is not given. */
  public static final Key<ChunkSigner> VERIFY =
      key(
          "verify.key",
          "Accepts only chunks that were signed with a key in this file, whose format is that"
              + " of sign. All other chunks are damage: they are neither delivered nor counted.");

  private SigningKeys() {}

  private static Key<ChunkSigner> key(String name, String description) {
    return Key.of(name, "path", (ChunkSigner) null, text -> read(Path.of(text)), description);
  }

  private static ChunkSigner read(Path file) {
    try {
      String text = SmallFile.text(file);
      if (SmallFile.permits(file, OTHERS)) {
        throw new IOException("others can read or write it: chmod o= " + file);
      }
      return new ChunkSigner(
          text.lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .map(Base64.getDecoder()::decode)
              .toList());
    } catch (IOException e) {
      throw refused(file, "cannot be used: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw refused(file, "must hold 1 to 16 lines, each 32 to 64 bytes in base64");
    }
  }

  private static ConfigurationException refused(Path file, String why) {
    return new ConfigurationException(List.of("'" + file + "' " + why));
  }
}
