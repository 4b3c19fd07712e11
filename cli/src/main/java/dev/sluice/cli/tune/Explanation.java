package dev.sluice.cli.tune;

import dev.sluice.cli.Source;
import dev.sluice.cli.Terminal;
import java.io.IOException;

/** What the chunks of a source say of their size, without an experiment. */
final class Explanation {
  private Explanation() {}

  /** Prints it; the result is the exit code. */
  static int print(Source source, Terminal terminal) throws IOException {
    throw new UnsupportedOperationException();
  }
}
