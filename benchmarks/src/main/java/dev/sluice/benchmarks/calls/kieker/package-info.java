/** What the benchmark adds to its peer Kieker, in the monitored program. */
package dev.sluice.benchmarks.calls.kieker;
