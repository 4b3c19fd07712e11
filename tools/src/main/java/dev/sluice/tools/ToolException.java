package dev.sluice.tools;

/** A tool cannot do what it was asked for: one line that tells the user what to change. */
public class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With that line. */
  public ToolException(String line) {
    super(line);
  }

  /** With that line, and what caused it. */
  public ToolException(String line, Throwable cause) {
    super(line, cause);
  }
}
