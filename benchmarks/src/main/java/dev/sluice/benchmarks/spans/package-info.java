/** Spans of OpenTelemetry's SDK, by its batch processor and by ours. */
package dev.sluice.benchmarks.spans;
