package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of the specification. */
final class SpecFiles {
  static final Path ROOT = Path.of("..", "container-format-spec");
  static final Path DECODER = ROOT.resolve("reference").resolve("decode.py");
  private static final String CHUNK = ".chunk";

  /** How many records of which type are not read, and what is not known. */
  private static final Pattern UNREAD = Pattern.compile("(\\d+) records of (\\S+) not read: (.+)");

  private SpecFiles() {}

  /** The test vectors. */
  static List<Path> vectors() {
    return chunks("vectors");
  }

  /** The files with one error each. */
  static List<Path> evil() {
    return chunks("vectors/evil");
  }

  /** Chunks that a reader with the {@link #keys} takes if their names begin with "good". */
  static List<Path> signed() {
    return chunks("vectors/signed");
  }

  /** A copy of the keys that the signed ones are for, which others cannot read. */
  static Path keys(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "keys", ""); // for its owner alone
    return Files.write(file, bytes(ROOT.resolve("vectors/signed/keys")));
  }

  /** The chunks that were written when the format was frozen, and at each release. */
  static List<Path> corpus() {
    return corpora().stream().flatMap(folder -> chunks(folder).stream()).toList();
  }

  /** Their folders. */
  static List<Path> corpora() {
    return files(ROOT.resolve("corpus"));
  }

  private static List<Path> chunks(String folder) {
    return chunks(ROOT.resolve(folder));
  }

  private static List<Path> chunks(Path folder) {
    return files(folder).stream().filter(file -> file.toString().endsWith(CHUNK)).toList();
  }

  /** What is in a folder, in order. */
  static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file name without its suffix. */
  static String name(Path chunk) {
    String file = chunk.getFileName().toString();
    return file.substring(0, file.length() - CHUNK.length());
  }

  /** The key of the error that a file of {@link #evil} shows. */
  static String key(Path chunk) {
    return name(chunk).split("--")[0];
  }

  /** Compares with the lines, or the SHA-256 of them, that lie beside a file of chunks. */
  static void assertLines(Path chunk, byte[] lines) {
    Path whole = chunk.resolveSibling(name(chunk) + ".jsonl");
    if (Files.exists(whole)) {
      assertThat(new String(lines, StandardCharsets.UTF_8))
          .as(name(chunk))
          .isEqualTo(new String(bytes(whole), StandardCharsets.UTF_8));
      return;
    }
    String digest = new String(bytes(chunk.resolveSibling(name(chunk) + ".sha256"))).strip();
    assertThat(sha256(lines)).as("SHA-256 of the lines of %s", name(chunk)).isEqualTo(digest);
  }

  /** Every record is read but those that a file beside the chunk names, and these are told. */
  static void assertUnread(Path chunk, Decoded decoded) {
    Path unread = chunk.resolveSibling(name(chunk) + ".unread");
    if (!Files.exists(unread)) {
      assertThat(decoded.damages()).as(name(chunk)).isEmpty();
      assertThat(decoded.exitCode()).isZero();
      return;
    }
    Matcher said = UNREAD.matcher(new String(bytes(unread), StandardCharsets.UTF_8).strip());
    assertThat(said.matches()).as(name(chunk)).isTrue();
    assertThat(decoded.damages())
        .as(name(chunk))
        .singleElement()
        .asString()
        .contains(said.group(1), said.group(2), said.group(3));
    assertThat(decoded.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
