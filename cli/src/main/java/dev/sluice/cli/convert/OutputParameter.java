package dev.sluice.cli.convert;

import dev.sluice.tools.format.LineStream;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** Where chunks go, the same for all commands that make a recording of others. */
final class OutputParameter {
  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description =
          "Where to: a file that does not exist, tcp://HOST:PORT or kafka://HOST:PORT/TOPIC.")
  private String text;

  /** Prints what is wrong with the source and cannot be seen in the result. */
  static void printHidden(PrintStream out, String hidden) {
    if (!hidden.isEmpty()) {
      LineStream.println(out, "  ", hidden);
    }
  }

  /** A path, or the URI of a sink. */
  @Override
  public String toString() {
    return text;
  }
}
