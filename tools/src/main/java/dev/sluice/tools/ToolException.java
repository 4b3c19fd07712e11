package dev.sluice.tools;

/** Thrown if a tool cannot do its work, with one line that says what the user can change. */
public class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a line for the user. */
  public ToolException(String line) {
    super(line);
  }

  /** Creates an exception with a line for the user and a cause. */
  public ToolException(String line, Throwable cause) {
    super(line, cause);
  }
}
