/** The monitored service and its clients, in JVMs of their own. */
package dev.sluice.benchmarks.requests.app;
