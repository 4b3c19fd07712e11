/**
 * The figures of a monitor: in memory ({@link dev.sluice.monitoring.metrics.MonitorFigures}), one
 * by one ({@link dev.sluice.monitoring.metrics.Metric}) and as an MXBean ({@link
 * dev.sluice.monitoring.metrics.MonitorMXBean}).
 */
package dev.sluice.monitoring.metrics;
