/** How much longer a program takes to start with an agent. */
package dev.sluice.benchmarks.start;
