/**
 * Answers which chunk size, delay, serializer and compression suit one's own records: reads a
 * source into a {@link dev.sluice.tools.tune.Recording}, replays it on a virtual clock for each
 * {@link dev.sluice.tools.tune.Setting} of a {@link dev.sluice.tools.tune.Grid}, and measures what
 * is left to measure.
 */
package dev.sluice.tools.tune;
