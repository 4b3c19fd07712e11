package dev.sluice.streams;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.api.spi.DeadLetters;
import dev.sluice.support.platform.AtomicFile;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A directory of damaged chunks: {@code <partition>@<offset>-<reason>.chunk}, each with a {@code
 * .txt} that contains reason and position. Bounded by number and bytes, over restarts too; the
 * first ones stay. A failure of it never stops the stream. For one thread.
 */
final class Quarantine implements DeadLetters {
  private static final String SUFFIX = ".chunk";
  private static final int MAX_PART = 80;

  private final Disk disk;
  private final Path directory;
  private final int maxChunks;
  private final long maxBytes;
  private boolean measured;
  private int chunks;
  private long bytes;
  private boolean told;

  Quarantine(Disk disk, Path directory, int maxChunks, long maxBytes) {
    this.disk = disk;
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
      if (entry(file) != null) {
        return; // the same damage, met again after a restart
      }
      if (chunks >= maxChunks || damage.bytes().length > maxBytes - bytes) {
        warn("quarantine " + directory + " is full; damaged chunks are only counted from here on");
        return;
      }
      // The chunk comes last and as a whole: where it is, both are there.
      write(directory.resolve(name + ".txt"), describe(damage).getBytes(StandardCharsets.UTF_8));
      write(file, damage.bytes());
      chunks++;
      bytes += damage.bytes().length;
    } catch (IOException e) {
      measured = false; // nobody knows how much of it is there
      warn("cannot set damaged chunks aside in " + directory + ": " + e);
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
    if (measured && entry(directory) != null) {
      return;
    }
    disk.createDirectories(directory, null);
    chunks = 0;
    bytes = 0;
    for (Entry file : disk.list(directory, "*" + SUFFIX)) {
      chunks++;
      bytes += file.bytes();
    }
    measured = true;
  }

  private void write(Path file, byte[] content) throws IOException {
    new AtomicFile(disk, file, null).replace(content, false);
  }

  /** Returns the entry with this path, or null. */
  private Entry entry(Path path) throws IOException {
    try {
      return disk.entry(path);
    } catch (NoSuchFileException e) {
      return null;
    }
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

  /** Returns a text from outside as one line, without characters that control a terminal. */
  private static String line(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
  }

  /** Returns a text from outside as a part of a file name, without characters of a path. */
  private static String namePart(String text) {
    String safe = text.replaceAll("[^A-Za-z0-9._]+", "-");
    return safe.substring(0, Math.min(safe.length(), MAX_PART));
  }

  private void warn(String message) {
    if (!told) {
      told = true;
      Loggers.get("dev.sluice.streams").log(Level.WARNING, message);
    }
  }
}
