package dev.sluice.tools.convert;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts what was converted, and what was not and why. For one thread. */
public final class ConvertReport {
  /** Kinds of remarks that are told; the others are one. */
  private static final int MOST = 100;

  private final Notices progress;
  private final Map<String, Long> notes = new LinkedHashMap<>();
  private final Map<String, Long> losses = new LinkedHashMap<>();
  private long records;

  ConvertReport(Notices progress) {
    this.progress = progress;
  }

  /** A record came. */
  void record() {
    if ((++records & 0xffff) == 0) {
      progress.update("converted " + Figures.count(records, "record"));
    }
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
