/**
 * Samplers: records of the machine and the Java VM at regular intervals. Those of the Java VM are
 * here; others are found with {@link java.util.ServiceLoader}. Knows record types, but no monitor.
 */
package dev.sluice.monitoring.samplers;
