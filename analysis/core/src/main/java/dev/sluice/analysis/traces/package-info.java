/**
 * Trace reconstruction: records in, traces out, each valid, incomplete with its reason, or broken.
 */
package dev.sluice.analysis.traces;
