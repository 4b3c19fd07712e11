package dev.sluice.tools.convert;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Counts what was converted, and what was not and why. For one thread. */
public final class ConvertReport {
  /** Kinds of remarks that are told; the others are one. */
  private static final int MOST = 100;

  private final Notices progress;
  private final Map<String, Long> notes = new LinkedHashMap<>();
  private final Map<String, Long> losses = new LinkedHashMap<>();
  private long expected;
  private long bytes;
  private DoubleSupplier part = () -> expected == 0 ? Double.NaN : (double) bytes / expected;
  private long records;

  ConvertReport(Notices progress) {
    this.progress = progress;
  }

  /** A record came. */
  void record() {
    if ((++records & 0xfff) == 0) {
      progress.read(records, part.getAsDouble());
    }
  }

  /** The source tells itself which part of it was read, from 0 to 1. */
  void part(DoubleSupplier read) {
    part = read;
  }

  /** A file will be opened: until all of them are read, it is told which part that is. */
  void expect(Path file) throws IOException {
    expected += Files.isRegularFile(file) ? Files.size(file) : 0;
  }

  /** Opens the only file, a text. */
  Reader reader(Path file) throws IOException {
    expect(file);
    return new InputStreamReader(open(file), StandardCharsets.UTF_8.newDecoder());
  }

  /** Opens a file that was expected. */
  InputStream open(Path file) throws IOException {
    return new FilterInputStream(Files.newInputStream(file)) {
      @Override
      public int read(byte[] to, int from, int count) throws IOException {
        int read = super.read(to, from, count);
        bytes += Math.max(0, read);
        return read;
      }
    };
  }

  /** How many records came. */
  public long records() {
    return records;
  }

  /** Something that the user should know, of which nothing is lost. */
  void note(String what) {
    add(notes, what, 1);
  }

  /** {@code count} pieces of the source are not in the result. */
  void lost(String what, long count) {
    add(losses, what, count);
  }

  /** Whether nothing of the source is left out of the result. */
  public boolean isWhole() {
    return losses.isEmpty();
  }

  private static void add(Map<String, Long> counts, String what, long count) {
    String key = counts.size() < MOST || counts.containsKey(what) ? what : "other reasons";
    counts.merge(key, count, Long::sum);
  }

  /** Prints a line for each reason. */
  public void print(PrintStream out) {
    notes.forEach((what, count) -> out.println("  note  " + Figures.count(count) + " " + what));
    losses.forEach((what, count) -> out.println("  lost  " + Figures.count(count) + " " + what));
  }
}
