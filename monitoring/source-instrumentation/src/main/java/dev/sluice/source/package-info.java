/**
 * Instrumentation of sources: finds methods with JavaParser and inserts text without line ends that
 * makes the same records as the agent. {@link dev.sluice.source.SourceInstrumentation} is the way
 * in.
 */
package dev.sluice.source;
