/** Answers from traces: {@code trace}, {@code top} and {@code compare}. */
package dev.sluice.cli.trace;
