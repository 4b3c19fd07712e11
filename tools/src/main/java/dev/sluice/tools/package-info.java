/**
 * Tools for recordings, for programs: each takes its inputs, tells {@link Notices} how far it is,
 * and returns a result. None prints to the standard streams or ends the program; what cannot be
 * done is a {@link ToolException}.
 */
package dev.sluice.tools;
