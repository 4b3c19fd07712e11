package dev.sluice.cli;

/** Exit codes of commands, on which other programs rely. */
public final class ExitCode {
  /** Exit code of success; for {@code verify}: the source is complete. */
  public static final int OK = 0;

  /** Something is missing or damaged. */
  public static final int INCOMPLETE = 1;

  /** Wrong usage, or a source that cannot be reached or read. */
  public static final int USAGE = 2;

  /** Exit code if a condition of {@code --fail-on} is met or cannot be checked. */
  public static final int CONDITION = 3;

  private ExitCode() {}

  /** {@link #OK} if all is well, else {@link #INCOMPLETE}. */
  public static int of(boolean well) {
    return well ? OK : INCOMPLETE;
  }
}
