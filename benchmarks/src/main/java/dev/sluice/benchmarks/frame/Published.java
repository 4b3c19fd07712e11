package dev.sluice.benchmarks.frame;

/**
 * A figure that a paper reports, beside ours.
 *
 * @param source paper and table
 * @param what the figure is of
 * @param theirs as published, with its unit
 * @param ours the same measured here, or {@code -}
 */
public record Published(String source, String what, String theirs, String ours) {}
