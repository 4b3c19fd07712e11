/** The figures of monitors for Micrometer. */
package dev.sluice.monitoring.micrometer;
