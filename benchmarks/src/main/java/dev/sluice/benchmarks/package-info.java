/**
 * The figures of {@code docs/figures.md}: JMH for parts, whole processes for the rest. {@code
 * benchmarks/run} starts them. Never shipped.
 */
package dev.sluice.benchmarks;
