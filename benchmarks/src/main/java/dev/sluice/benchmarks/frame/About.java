package dev.sluice.benchmarks.frame;

/**
 * What {@code bench list} and the help tell.
 *
 * @param what one line
 * @param rebuilds paper and table, or what else the experiment follows; {@code -} if nothing
 * @param example options that its help begins with
 */
public record About(String what, String rebuilds, String example) {
  /** With a first look as its example. */
  public About(String what, String rebuilds) {
    this(what, rebuilds, "--quick");
  }
}
