/**
 * Takes the place in a trace along when work goes to another thread: which methods of the JDK are
 * told of it, and who remembers it meanwhile.
 */
package dev.sluice.agent.handover;
