/** Figures of operations, and what changed between two recordings. */
package dev.sluice.analysis.statistics;
