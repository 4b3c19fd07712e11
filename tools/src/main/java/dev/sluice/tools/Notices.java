package dev.sluice.tools;

/**
 * Who is told what a tool does while it works. Called by the thread that called the tool, which
 * goes on when the call returns; lines have no line break. Each method does nothing by default.
 */
public interface Notices {
  /** Tells nobody. */
  Notices NONE = new Notices() {};

  /** What somebody should know now: a source listens on a port, it is waited for, a loss. */
  default void tell(String line) {}

  /** A step is over, or a long one begins. */
  default void step(String line) {}

  /** What begins, for who looks on. */
  default void now(String line) {}

  /** How far a step is. Comes often, so most of them may be left out. */
  default void update(String line) {}

  /** The same, with the part of its work that is done, from 0 to 1; NaN if that is not known. */
  default void update(String line, double part) {
    update(line);
  }

  /** The same of a source: that so many records of it were read. */
  default void read(long records) {}

  /** The same, with the part of the source that was read, from 0 to 1; NaN if it is not known. */
  default void read(long records, double part) {
    read(records);
  }

  /** No further line belongs to what {@link #now} and {@link #update} told. */
  default void clear() {}
}
