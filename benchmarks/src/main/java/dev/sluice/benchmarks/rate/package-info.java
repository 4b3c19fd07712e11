/**
 * The constant rate of the slides of 2017 through a real broker: what it costs the process that
 * emits, and the network, by size of chunk.
 */
package dev.sluice.benchmarks.rate;
