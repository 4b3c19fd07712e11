package dev.sluice.tools.tune;

/**
 * Settings that cannot be had.
 *
 * @param what they have in common
 * @param settings how many these are
 * @param reason what the collector or the sink says
 */
public record Refusal(String what, long settings, String reason) {
  /** Returns the line for people. */
  @Override
  public String toString() {
    return what + " is left out: " + reason;
  }
}
