package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * Output of a command: results go to {@code out}, everything about the command itself to {@code
 * err}.
 *
 * @param out unbuffered; its exceptions are not swallowed, as those of a {@code PrintStream} are
 * @param err for human-readable lines; made safe, as {@link #printer} is
 * @param lively whether {@code err} is a terminal where a line may be updated in place, now
 * @param screen what {@code out} ends on
 */
public record Terminal(OutputStream out, PrintStream err, BooleanSupplier lively, Screen screen) {
  static final byte[] CLEAR_LINE = "\r\033[K".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CLEAR_SCREEN = "\033[H\033[2J".getBytes(StandardCharsets.US_ASCII);

  public Terminal {
    err =
        err instanceof SafePrinter
            ? err
            : new SafePrinter(err, lively.getAsBoolean() ? screen : Screen.NONE);
  }

  /** Creates a terminal whose {@code out} is a pipe or a file. */
  public Terminal(OutputStream out, PrintStream err, boolean interactive) {
    this(out, err, interactive, Screen.NONE);
  }

  /** Creates a terminal with a screen. */
  public Terminal(OutputStream out, PrintStream err, boolean interactive, Screen screen) {
    this(out, err, () -> interactive, screen);
  }

  /** Returns whether a line of {@code err} may be updated in place, now. */
  public boolean interactive() {
    return lively.getAsBoolean();
  }

  /**
   * Returns a printer of lines to {@code out}, which are flushed immediately. What a terminal would
   * act upon is escaped in each text. Unlike others of its kind it does not swallow failures: they
   * are {@link UncheckedIOException}s.
   */
  public PrintStream printer() {
    return new SafePrinter(
        new PrintStream(new UncheckedOutput(out), false, StandardCharsets.UTF_8), screen);
  }

  /** Tells something about the command itself, in a line of its own. */
  public void tell(String line) {
    err.println("sluice: " + line);
  }

  /** Prints the result of the command, unless an interruption prints its own line. */
  public void conclude(String line) {
    if (!Interruption.isEnding()) {
      tell(line);
    }
    Interruption.whole(line);
  }

  /** Removes a line that is updated in place. */
  void clearLine() {
    if (interactive()) {
      err.writeBytes(CLEAR_LINE);
      err.flush();
    }
  }

  /** Before what is shown again and again; does nothing if nobody looks. */
  public void clearScreen() throws IOException {
    if (interactive()) {
      out.write(CLEAR_SCREEN);
    }
  }

  /** A print stream catches checked exceptions only. */
  private static final class UncheckedOutput extends OutputStream {
    private final OutputStream out;

    UncheckedOutput(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void flush() {
      try {
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
