package dev.sluice.cli;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Shows progress: one line in place on a terminal, otherwise a line every few seconds. For one
 * thread.
 */
public final class Progress implements Notices {
  private static final long SPARSE_NANOS = 5_000_000_000L;
  private static final long DENSE_NANOS = 100_000_000L;
  private static final byte[] CLEAR_LINE = "\r\033[K".getBytes(StandardCharsets.US_ASCII);

  private final PrintStream err;
  private final boolean interactive;
  private long shown = System.nanoTime();
  private boolean dirty;

  /** On the terminal's standard error. */
  public Progress(Terminal terminal) {
    this.err = terminal.err();
    this.interactive = terminal.interactive();
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
    shown = System.nanoTime();
  }

  /** Shows what begins, on a terminal only. */
  @Override
  public void now(String line) {
    if (interactive) {
      replace(line);
    }
  }

  /** Shows how far a step is; may be skipped. */
  @Override
  public void update(String line) {
    long now = System.nanoTime();
    if (now - shown < (interactive ? DENSE_NANOS : SPARSE_NANOS)) {
      return;
    }
    shown = now;
    if (interactive) {
      replace(line);
    } else {
      err.println(line);
    }
  }

  @Override
  public void read(long records) {
    update("sluice: " + Figures.count(records, "record") + " read");
  }

  private void replace(String line) {
    err.writeBytes(CLEAR_LINE);
    err.print(line);
    err.flush();
    dirty = true;
  }

  /** Removes the line in place, before somebody else writes. */
  @Override
  public void clear() {
    if (dirty) {
      err.writeBytes(CLEAR_LINE);
      err.flush();
      dirty = false;
    }
  }
}
