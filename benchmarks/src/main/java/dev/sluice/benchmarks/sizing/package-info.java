/** What a thousand producers send to a cluster, found without one. */
package dev.sluice.benchmarks.sizing;
