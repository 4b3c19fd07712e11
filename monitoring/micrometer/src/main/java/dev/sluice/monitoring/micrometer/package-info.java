/** The figures of monitors for Micrometer, and its observations as records. */
package dev.sluice.monitoring.micrometer;
