/** The {@code sluice} command: one class a command, all failures end in {@code Failures}. */
package dev.sluice.cli;
