package dev.sluice.tools;

/** Bounds of an option that is a number. */
public final class Bounds {
  private Bounds() {}

  /** Returns the value; refuses one below 1, with the option's name as it is written. */
  public static int atLeastOne(String option, int value) {
    if (value < 1) {
      throw new ToolException(option + " must be at least 1, was " + value);
    }
    return value;
  }

  /** Returns the value; refuses one that is not {@code least} to {@code most}. */
  public static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ToolException(option + " must be " + least + " to " + most + ", was " + value);
    }
    return value;
  }
}
