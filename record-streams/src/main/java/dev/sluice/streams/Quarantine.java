package dev.sluice.streams;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.spi.DeadLetters;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A directory of damaged chunks: {@code <partition>@<offset>-<reason>.chunk}, each with a {@code
 * .txt} that tells reason and position. Bounded by number and bytes, over restarts too; the first
 * ones stay. Trouble with it never stops the stream. For one thread.
 */
final class Quarantine implements DeadLetters {
  private static final String SUFFIX = ".chunk";
  private static final int MAX_PART = 80;

  private final Path directory;
  private final int maxChunks;
  private final long maxBytes;
  private boolean measured;
  private int chunks;
  private long bytes;
  private boolean told;

  Quarantine(Path directory, int maxChunks, long maxBytes) {
    this.directory = directory;
    this.maxChunks = maxChunks;
    this.maxBytes = maxBytes;
  }

  @Override
  public void put(Damage damage) {
    try {
      measure();
      String partition = namePart(damage.position().partition());
      String reason = namePart(damage.reason().toLowerCase(Locale.ROOT));
      String name = partition + "@" + damage.position().offset() + "-" + reason;
      Path file = directory.resolve(name + SUFFIX);
      if (Files.exists(file)) {
        return; // the same damage, met again after a restart
      }
      if (chunks >= maxChunks || damage.bytes().length > maxBytes - bytes) {
        tell("quarantine " + directory + " is full; damaged chunks are only counted from here on");
        return;
      }
      Files.write(file, damage.bytes());
      Files.writeString(directory.resolve(name + ".txt"), describe(damage));
      chunks++;
      bytes += damage.bytes().length;
    } catch (IOException e) {
      tell("cannot set damaged chunks aside in " + directory + ": " + e);
    }
  }

  @Override
  public void flush() {
    // files are whole when put returns
  }

  @Override
  public void close() {
    // no file is open
  }

  private void measure() throws IOException {
    if (measured && Files.isDirectory(directory)) {
      return;
    }
    Files.createDirectories(directory);
    chunks = 0;
    bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(SUFFIX)).toList()) {
        chunks++;
        bytes += Files.size(file);
      }
    }
    measured = true;
  }

  private static String describe(Damage damage) {
    return String.join(
        "\n",
        List.of(
            "reason: " + line(damage.reason()),
            "partition: " + line(damage.position().partition()),
            "offset: " + damage.position().offset(),
            "length: " + damage.length(),
            "kept: " + damage.bytes().length,
            ""));
  }

  /** Nothing that came from outside ends a line or makes a terminal act. */
  private static String line(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
  }

  /** Nothing that came from outside becomes a path. */
  private static String namePart(String text) {
    String safe = text.replaceAll("[^A-Za-z0-9._]+", "-");
    return safe.length() > MAX_PART ? safe.substring(0, MAX_PART) : safe;
  }

  private void tell(String message) {
    if (!told) {
      told = true;
      Loggers.get("dev.sluice.streams").log(Level.WARNING, message);
    }
  }
}
