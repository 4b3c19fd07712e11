/**
 * Tools for recordings, for programs: each takes its inputs, reports its progress to {@link
 * Notices}, and returns a result. No tool prints to the standard streams or ends the program; it
 * throws a {@link ToolException} if it cannot do its work.
 */
package dev.sluice.tools;
