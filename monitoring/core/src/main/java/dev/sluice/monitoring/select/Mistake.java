package dev.sluice.monitoring.select;

/** Thrown for a text that is not a pattern, with the place of the mistake and a corrected text. */
final class Mistake extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final int at;
  final String repaired;

  /**
   * Creates a mistake.
   *
   * @param at the index in the text
   * @param what as in "… must not be here"
   * @param repaired the text without this mistake; it may have others
   */
  Mistake(int at, String what, String repaired) {
    super(what, null, false, false);
    this.at = at;
    this.repaired = repaired;
  }
}
