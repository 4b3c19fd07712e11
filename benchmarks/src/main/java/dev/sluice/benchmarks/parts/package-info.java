/** Parts of the way from emit to the consumer, each measured alone: with JMH, or as a process. */
package dev.sluice.benchmarks.parts;
