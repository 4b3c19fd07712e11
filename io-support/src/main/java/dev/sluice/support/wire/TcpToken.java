package dev.sluice.support.wire;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.SmallFile;
import dev.sluice.support.ReloadedFromFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A secret that a TCP reader shares with its writers. A writer that has one sends it first on each
 * connection, in {@link #BYTES} bytes before the first chunk:
 *
 * <pre>
 * offset size
 *      0    4  magic 53 4C 54 CE ("SLT", then a byte that is no ASCII)
 *      4    1  version, 1
 *      5    3  0
 *      8   32  SHA-256 of the token in UTF-8
 * </pre>
 *
 * <p>Any thread.
 */
public final class TcpToken {
  /** Number of bytes in which a token is sent. */
  public static final int BYTES = 40;

  private static final byte[] MAGIC = {0x53, 0x4C, 0x54, (byte) 0xCE};
  private static final int VERSION = 1;
  private static final int MIN_CHARS = 16;
  private static final Key<String> TEXT =
      Key.text(
          "token",
          null,
          "A secret that writers and reader share, at least 16 characters; 'token.file' keeps"
              + " it out"
              + " of the list of processes.");
  private static final Key<Path> FILE =
      Key.path(
          "token.file",
          "File with the token, without the white space around it; read again when it changes.");

  /** Options of both halves for the token. */
  static final List<Key<?>> KEYS = List.of(TEXT, FILE);

  private final ReloadedFromFiles<byte[]> told;

  private TcpToken(ReloadedFromFiles<byte[]> told) {
    this.told = told;
  }

  /** Returns the token in the options, null if there is none; mistakes are noted in them. */
  static TcpToken of(Options options) {
    String text = options.get(TEXT);
    Path file = options.get(FILE);
    if (text != null && file != null) {
      options.problem("give one of 'token' and 'token.file'");
    }
    if ((text == null) == (file == null)) {
      return null;
    }
    Key<?> key = file == null ? TEXT : FILE;
    try {
      return new TcpToken(
          file == null
              ? new ReloadedFromFiles<>("token", List.of(), () -> encode(text))
              : new ReloadedFromFiles<>(
                  "token.file " + file, List.of(file), () -> encode(read(file))));
    } catch (IOException e) {
      options.problem(key, e.getMessage());
      return null;
    }
  }

  private static String read(Path file) throws IOException {
    String text;
    try {
      text = SmallFile.text(file).strip();
    } catch (IOException e) {
      throw new IOException("'" + file + "' cannot be read: " + e.getMessage(), e);
    }
    if (SmallFile.permits(file, Set.of(PosixFilePermission.OTHERS_READ))) {
      Loggers.get(TcpToken.class.getName())
          .log(
              Level.WARNING,
              "token.file " + file + " can be read by everybody on this machine: chmod o= " + file);
    }
    return text;
  }

  private static byte[] encode(String token) throws IOException {
    if (token.length() < MIN_CHARS) {
      throw new IOException(
          "a token has at least %d characters, this one %d; make one with: openssl rand -hex 16"
              .formatted(MIN_CHARS, token.length()));
    }
    byte[] told = Arrays.copyOf(MAGIC, BYTES);
    told[4] = VERSION;
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(token.getBytes(StandardCharsets.UTF_8));
      System.arraycopy(hash, 0, told, BYTES - hash.length, hash.length);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    return told;
  }

  /** Returns a copy of the bytes that a writer sends first. */
  public byte[] toByteArray() {
    return told.get().clone();
  }

  /**
   * Returns whether these {@link #BYTES} bytes contain this token; the time does not depend on
   * them.
   */
  public boolean matches(byte[] bytes) {
    return MessageDigest.isEqual(told.get(), bytes);
  }

  /** Returns whether the bytes that have arrived on a connection may be the start of a token. */
  public static boolean mayBegin(byte[] bytes, int count) {
    int there = Math.min(count, MAGIC.length);
    return Arrays.equals(bytes, 0, there, MAGIC, 0, there);
  }
}
