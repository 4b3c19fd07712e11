/**
 * What is on while the program runs: rules and patterns, switched by a watched file and by JMX. The
 * same for the agent and for instrumented sources. Knows operations and rules, but no monitor.
 */
package dev.sluice.monitoring.switches;
