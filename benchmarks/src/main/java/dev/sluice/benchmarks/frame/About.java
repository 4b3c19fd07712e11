package dev.sluice.benchmarks.frame;

/**
 * What {@code bench list} tells.
 *
 * @param what one line
 * @param rebuilds paper and table, or what else the experiment follows; {@code -} if nothing
 * @param quickMinutes about how long {@code --quick} takes
 * @param fullMinutes about how long {@code --full} takes
 */
public record About(String what, String rebuilds, double quickMinutes, double fullMinutes) {}
