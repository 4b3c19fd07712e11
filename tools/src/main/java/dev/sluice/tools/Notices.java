package dev.sluice.tools;

/**
 * Receiver of the progress of a tool. Its methods are called by the thread that called the tool,
 * which continues when the call returns; lines have no line break. Each method does nothing by
 * default.
 */
public interface Notices {
  /** Tells nobody. */
  Notices NONE = new Notices() {};

  /**
   * Reports an event that the user should know immediately: a port that listens, a source that does
   * not exist yet, a loss.
   */
  default void tell(String line) {}

  /** A step is over, or a long one begins. */
  default void step(String line) {}

  /** Shows the step that begins. */
  default void now(String line) {}

  /** Updates the line of the current step. Called often, so most calls may be ignored. */
  default void update(String line) {}

  /**
   * Updates the line of the current step, with the part of its work that is done, from 0 to 1; NaN
   * if it is unknown.
   */
  default void update(String line, double part) {
    update(line);
  }

  /** Reports the number of records that were read from a source. */
  default void read(long records) {}

  /**
   * Reports the number of records that were read, and the part of the source, from 0 to 1; NaN if
   * it is unknown.
   */
  default void read(long records, double part) {
    read(records);
  }

  /** Ends the line that {@link #now} and {@link #update} showed. */
  default void clear() {}
}
