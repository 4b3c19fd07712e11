package dev.sluice.analysis.requests;

/**
 * The calls of a path; times are nanoseconds.
 *
 * @param calls that ended
 * @param total time of all, with what they called
 * @param self the same without it
 * @param failed those that ended with an exception
 * @param max the longest
 */
public record PathFigures(long calls, long total, long self, long failed, long max) {}
