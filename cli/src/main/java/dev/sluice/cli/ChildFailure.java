package dev.sluice.cli;

import java.util.List;

/** A {@link ChildJvm} failed. */
public final class ChildFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lastLines;
  private final boolean interrupt;

  /**
   * A failure.
   *
   * @param interrupt whether Ctrl-C ended the child, so that the failure need not be reported
   */
  ChildFailure(String line, List<String> lastLines, boolean interrupt) {
    super(line);
    this.lastLines = lastLines;
    this.interrupt = interrupt;
  }

  /** Returns whether Ctrl-C ended the child, so that the failure need not be reported. */
  public boolean isInterrupt() {
    return interrupt;
  }

  /** Returns the last lines that the child wrote. */
  public List<String> lastLines() {
    return lastLines;
  }
}
