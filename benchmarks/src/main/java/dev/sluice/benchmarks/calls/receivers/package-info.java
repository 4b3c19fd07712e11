/** What takes the records of monitored programs over the network, each in a JVM of its own. */
package dev.sluice.benchmarks.calls.receivers;
