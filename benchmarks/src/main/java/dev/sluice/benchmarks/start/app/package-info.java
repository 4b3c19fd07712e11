/** The programs that are started. The JDK and, at run time, H2 alone. */
package dev.sluice.benchmarks.start.app;
