/** Sinks that only the benchmark has, given to the agent in a jar of their own. */
package dev.sluice.benchmarks.calls.plugins;
