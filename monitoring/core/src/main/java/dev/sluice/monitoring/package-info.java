/**
 * The facade: {@link dev.sluice.monitoring.Monitor#to} opens a sink; row writers of any record type
 * take its {@link dev.sluice.monitoring.Monitor#sink}; its {@link
 * dev.sluice.monitoring.Monitor#probes} record the executions of operations with their place in a
 * trace.
 */
package dev.sluice.monitoring;
