/**
 * Histograms of durations by HdrHistogram, which is used here alone. On the class path they are
 * found; there is nothing to call. The library has no module name of its own, so this is no module.
 */
package dev.sluice.monitoring.histograms;
