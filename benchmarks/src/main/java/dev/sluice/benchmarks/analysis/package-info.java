/** The analyses of 2013: how fast, how parallel and with how much memory. */
package dev.sluice.benchmarks.analysis;
