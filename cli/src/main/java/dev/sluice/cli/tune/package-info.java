/**
 * Answers which chunk size, delay, serializer and compression suit one's own records: reads a
 * source into a {@link dev.sluice.cli.tune.Recording}, replays it on a virtual clock for each
 * {@link dev.sluice.cli.tune.Setting} of a {@link dev.sluice.cli.tune.Grid}, and measures what is
 * left to measure.
 */
package dev.sluice.cli.tune;
