/**
 * Samplers: records of the machine and the Java VM at regular intervals. The samplers of the Java
 * VM are in this package; others are found with {@link java.util.ServiceLoader}. Knows record
 * types, but no monitor.
 */
package dev.sluice.monitoring.samplers;
