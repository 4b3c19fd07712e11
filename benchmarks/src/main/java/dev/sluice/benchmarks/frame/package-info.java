/**
 * What all experiments share. An {@link dev.sluice.benchmarks.frame.Experiment} is a command that
 * names its {@link dev.sluice.benchmarks.frame.Step}s; each records samples of metrics in cells.
 * The frame runs them, shows the time left, keeps what is finished, goes on with it after an
 * interruption, and reports statistics as a table, as JSON and as a page with charts.
 */
package dev.sluice.benchmarks.frame;
