/**
 * The agent's inside, which the application never sees: chooses classes and methods, inlines the
 * probe into them, and takes what the probes record to the sink.
 */
package dev.sluice.agent.instrument;
