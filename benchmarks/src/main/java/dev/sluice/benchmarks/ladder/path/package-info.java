/**
 * A small monitoring path inside the monitored program, built from switches: probe, record,
 * hand-over to one writer thread, file. It is a testbed for comparing single steps under otherwise
 * equal conditions, for one calling thread, and is never shipped. Whatever the switches say, the
 * file has the same records, see {@link dev.sluice.benchmarks.ladder.path.RecordLayout}.
 */
package dev.sluice.benchmarks.ladder.path;
