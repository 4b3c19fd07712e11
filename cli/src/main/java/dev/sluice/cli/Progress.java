package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows progress: one line in place on a terminal, otherwise a line every few seconds. For one
 * thread.
 */
public final class Progress implements Notices {
  private static final long SPARSE_NANOS = 5_000_000_000L;
  private static final long DENSE_NANOS = 100_000_000L;

  /** Time in nanoseconds after which progress is shown. */
  private static final long BRIEF_NANOS = 1_000_000_000L;

  private final Terminal terminal;
  private final PrintStream err;
  private final LongSupplier clock;
  private final long begin;
  private long shown;
  private boolean dirty;

  /** Creates a progress line on the terminal's standard error; its time starts now. */
  public Progress(Terminal terminal) {
    this(terminal, System::nanoTime);
  }

  Progress(Terminal terminal, LongSupplier clock) {
    this.terminal = terminal;
    this.err = terminal.err();
    this.clock = clock;
    begin = clock.getAsLong();
    shown = begin;
  }

  /** Shows a line of its own as one of the command. */
  @Override
  public void tell(String line) {
    err.println("sluice: " + line);
  }

  /** Shows a step that is over or begins, always as a line of its own. */
  @Override
  public void step(String line) {
    clear();
    err.println(line);
    shown = clock.getAsLong();
  }

  /** Shows what begins, on a terminal only. */
  @Override
  public void now(String line) {
    if (terminal.interactive()) {
      replace(line);
    }
  }

  /** Shows how far a step is; may be skipped. */
  @Override
  public void update(String line) {
    if (!isDue()) {
      return;
    }
    shown = clock.getAsLong();
    if (terminal.interactive()) {
      replace(line);
    } else {
      err.println(line);
    }
  }

  private boolean isDue() {
    return clock.getAsLong() - shown >= (terminal.interactive() ? DENSE_NANOS : SPARSE_NANOS)
        && !Interruption.isEnding();
  }

  /** Shows the progress with an estimate of the remaining time. */
  @Override
  public void update(String line, double part) {
    if (isDue()) {
      update(line + left(clock.getAsLong() - begin, part));
    }
  }

  private static String left(long nanos, double part) {
    if (!(part > 0) || nanos < BRIEF_NANOS) {
      return "";
    }
    long seconds = (long) Math.ceil(nanos / 1e9 * (1 - part) / part);
    String time = seconds < 100 ? seconds + " s" : Figures.count((seconds + 59) / 60) + " min";
    return String.format(Locale.ROOT, ", %.0f %%, %s left", Math.floor(100 * part), time);
  }

  @Override
  public void read(long records) {
    read(records, Double.NaN);
  }

  /** Shows how many records were read, on a terminal only, and their rate. */
  @Override
  public void read(long records, double part) {
    read(records, "record", part);
  }

  /** Shows the progress of reading something other than records. */
  public void read(long count, String what, double part) {
    long nanos = clock.getAsLong() - begin;
    if (terminal.interactive() && nanos >= BRIEF_NANOS && isDue()) {
      String rate = Figures.count(Math.round(count * 1e9 / nanos)) + " " + what + "s/s";
      update("sluice: " + Figures.count(count, what) + " read, " + rate, part);
    }
  }

  private void replace(String line) {
    err.writeBytes(Terminal.CLEAR_LINE);
    err.print(line);
    err.flush();
    dirty = true;
  }

  /** Removes the line in place, before somebody else writes. */
  @Override
  public void clear() {
    if (dirty) {
      terminal.clearLine();
      dirty = false;
    }
  }
}
