/**
 * Probes by source: finds the methods with JavaParser and inserts text, back to front and without a
 * line end, that records the same as the agent does. {@link
 * dev.sluice.source.SourceInstrumentation} is the way in.
 */
package dev.sluice.source;
