/** {@code sluice bench}: brings the measurements of the other packages together. */
package dev.sluice.benchmarks.command;
