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
   * @param interrupt whether Ctrl-C ended the child, which then is no news to anybody
   */
  ChildFailure(String line, List<String> lastLines, boolean interrupt) {
    super(line);
    this.lastLines = lastLines;
    this.interrupt = interrupt;
  }

  /** Whether Ctrl-C ended the child, which then is no news to anybody. */
  public boolean isInterrupt() {
    return interrupt;
  }

  /** What the child wrote last. */
  public List<String> lastLines() {
    return lastLines;
  }
}
