package dev.sluice.tools;

/** Nothing in the records tells when they came; whoever says how fast they come can go on. */
public final class NoTimeException extends ToolException {
  private static final long serialVersionUID = 1L;

  /** With the line that tells whose records. */
  public NoTimeException(String line) {
    super(line);
  }
}
