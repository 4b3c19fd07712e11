package dev.sluice.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command writes: results to {@code out}, everything about the command itself to {@code
 * err}.
 *
 * @param out unbuffered; its exceptions are not swallowed, as those of a {@code PrintStream} are
 * @param err for lines to a person
 * @param interactive whether {@code err} is a terminal, where a line may be updated in place
 */
public record Terminal(OutputStream out, PrintStream err, boolean interactive) {
  /** A printer of text to {@code out}; the caller flushes it. */
  public PrintStream printer() {
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }
}
