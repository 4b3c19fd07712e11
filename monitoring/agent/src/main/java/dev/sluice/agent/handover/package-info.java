/**
 * Propagation of the place in a trace when work passes to another thread: the methods of the JDK
 * that are observed, and the places of tasks that have not run yet.
 */
package dev.sluice.agent.handover;
