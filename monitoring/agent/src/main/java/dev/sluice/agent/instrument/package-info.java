/**
 * The agent's own classes, which the application never sees: they choose classes and methods,
 * inline the probe into them, and send its records to the sink.
 */
package dev.sluice.agent.instrument;
