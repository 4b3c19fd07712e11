package dev.sluice.tools.convert;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Counts what was converted, and what was not and why. For one thread. */
public final class ConvertReport {
  /** Maximum number of kinds of remarks; further ones share a line. */
  private static final int MAX_REMARKS = 100;

  private final Notices progress;
  private final Charset encoding;
  private final Map<String, Count> notes = new LinkedHashMap<>();
  private final Map<String, Count> losses = new LinkedHashMap<>();
  private long expected;
  private long bytes;
  private DoubleSupplier part = () -> expected == 0 ? Double.NaN : (double) bytes / expected;
  private long records;

  /** A reason, its count, and its first place, or null. */
  private static final class Count {
    final String where;
    long count;

    Count(String where) {
      this.where = where;
    }
  }

  /** Begins without a record; {@code encoding} is that of texts, or null. */
  ConvertReport(Notices progress, Charset encoding) {
    this.progress = progress;
    this.encoding = encoding;
  }

  /** A record came. */
  void record() {
    if ((++records & 0xfff) == 0) {
      progress.read(records, part.getAsDouble());
    }
  }

  /** Sets the supplier of the part of the source that was read, from 0 to 1. */
  void part(DoubleSupplier read) {
    part = read;
  }

  /** Registers a file that will be opened, to report which part of all files is read. */
  void expect(Path file) throws IOException {
    expected += Files.isRegularFile(file) ? Files.size(file) : 0;
  }

  /** Opens the only file, a text. */
  BufferedReader reader(Path file) throws IOException {
    expect(file);
    return reader(open(file), file);
  }

  /** Reads a text, which has this name in messages. */
  BufferedReader reader(InputStream text, Object name) throws IOException {
    return new BufferedReader(new TextReader(text, encoding, name, this));
  }

  /** Opens a file that was expected. */
  InputStream open(Path file, OpenOption... options) throws IOException {
    return new FilterInputStream(Files.newInputStream(file, options)) {
      @Override
      public int read(byte[] to, int from, int count) throws IOException {
        int read = super.read(to, from, count);
        bytes += Math.max(0, read);
        return read;
      }
    };
  }

  /** Returns how many records came. */
  public long records() {
    return records;
  }

  /** Something that the user should know, of which nothing is lost. */
  void note(String what) {
    note(what, null);
  }

  /** Something that the user should know, of which nothing is lost, and where it is. */
  void note(String what, String where) {
    add(notes, what, where, 1);
  }

  /** {@code count} pieces of the source are not in the result. */
  void lost(String what, long count) {
    lost(what, null, count);
  }

  /** {@code count} pieces of the source, which begin there, are not in the result. */
  void lost(String what, String where, long count) {
    add(losses, what, where, count);
  }

  /** Returns whether nothing of the source is left out of the result. */
  public boolean isWhole() {
    return losses.isEmpty();
  }

  private static void add(Map<String, Count> counts, String what, String where, long count) {
    String key = counts.size() < MAX_REMARKS || counts.containsKey(what) ? what : "other reasons";
    counts.computeIfAbsent(key, absent -> new Count(where)).count += count;
  }

  /** Prints a line for each reason. */
  public void print(PrintStream out) {
    notes.forEach((what, count) -> out.println("  note  " + line(what, count)));
    losses.forEach((what, count) -> out.println("  lost  " + line(what, count)));
  }

  private static String line(String what, Count count) {
    String where = count.where == null ? "" : " (first: " + count.where + ")";
    return Figures.count(count.count) + " " + what + where;
  }

  /** Returns the first reason for which something was lost; empty if nothing was. */
  String firstLoss() {
    return losses.entrySet().stream()
        .findFirst()
        .map(loss -> ": lost " + line(loss.getKey(), loss.getValue()))
        .orElse("");
  }
}
