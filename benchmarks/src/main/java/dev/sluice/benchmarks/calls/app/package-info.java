/** The monitored application of the method-call benchmark: the JDK alone, and what monitors it. */
package dev.sluice.benchmarks.calls.app;
