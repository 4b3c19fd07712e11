package dev.sluice.cli;

/** A failure that the user can act upon: one line, then the command ends with exit code 2. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With that line. */
  public CliException(String line) {
    super(line);
  }

  /** With that line, and what caused it for {@code --debug}. */
  public CliException(String line, Throwable cause) {
    super(line, cause);
  }
}
