package dev.sluice.benchmarks.frame;

/**
 * What {@code bench list} tells.
 *
 * @param what one line
 * @param rebuilds paper and table, or what else the experiment follows; {@code -} if nothing
 */
public record About(String what, String rebuilds) {}
