package dev.sluice.tools;

/** Thrown if records have no time; a caller that sets a rate can continue. */
public final class NoTimeException extends ToolException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a line that names the source of the records. */
  public NoTimeException(String line) {
    super(line);
  }
}
