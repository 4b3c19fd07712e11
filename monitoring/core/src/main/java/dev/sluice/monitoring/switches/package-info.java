/**
 * Switches of a running program: rules and patterns, switched by a watched file and by JMX, for the
 * agent and for instrumented sources. This package knows operations and rules, but no monitor.
 */
package dev.sluice.monitoring.switches;
