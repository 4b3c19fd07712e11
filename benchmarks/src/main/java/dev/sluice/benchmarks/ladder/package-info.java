/**
 * The tunings of a monitoring path that were published, one switch at a time, up to Sluice's own
 * path.
 */
package dev.sluice.benchmarks.ladder;
