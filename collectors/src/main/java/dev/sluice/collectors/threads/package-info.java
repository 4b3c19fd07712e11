/** Threads, for the collectors and the probes; exported to them alone. */
package dev.sluice.collectors.threads;
