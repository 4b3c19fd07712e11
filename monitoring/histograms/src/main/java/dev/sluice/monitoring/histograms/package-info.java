/**
 * Histograms of durations with HdrHistogram, which only this module uses. They are found on the
 * class path; there is nothing to call. The library has no module name of its own, so this is no
 * module.
 */
package dev.sluice.monitoring.histograms;
