/**
 * Probes: what instrumented code calls, whether byte code or source was instrumented, or a person
 * wrote it. {@link dev.sluice.monitoring.probe.Operation} says what is recorded, {@link
 * dev.sluice.monitoring.probe.ProbeThread} where a thread is in its trace.
 */
package dev.sluice.monitoring.probe;
