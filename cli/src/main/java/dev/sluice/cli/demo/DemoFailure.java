package dev.sluice.cli.demo;

import java.util.List;

/** A child of the demo failed. */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lastLines;
  private final boolean interrupt;

  /**
   * A failure.
   *
   * @param interrupt whether Ctrl-C ended the child, which then is no news to anybody
   */
  DemoFailure(String line, List<String> lastLines, boolean interrupt) {
    super(line);
    this.lastLines = lastLines;
    this.interrupt = interrupt;
  }

  boolean isInterrupt() {
    return interrupt;
  }

  /** What the child wrote last. */
  List<String> lastLines() {
    return lastLines;
  }
}
