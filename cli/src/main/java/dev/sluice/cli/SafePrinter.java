package dev.sluice.cli;

import dev.sluice.cli.format.SafeText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream of lines for a person: names, paths and messages that came from elsewhere cannot end a
 * line or make a terminal act, because each text that is printed gets escapes for such characters.
 * Bytes that are written pass as they are.
 */
final class SafePrinter extends PrintStream {
  private final PrintStream target;

  /** On that stream; nothing is held back. */
  SafePrinter(PrintStream target) {
    super(target, false, StandardCharsets.UTF_8);
    this.target = target;
  }

  /** The {@code println} of a text and {@code append} come here. */
  @Override
  public void print(String text) {
    target.print(SafeText.line(String.valueOf(text)));
  }

  @Override
  public void print(Object value) {
    print(String.valueOf(value));
  }

  @Override
  public void println(Object value) {
    println(String.valueOf(value));
  }
}
