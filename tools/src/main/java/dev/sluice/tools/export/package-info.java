/** Traces as files of other tools, or sent to them. */
package dev.sluice.tools.export;
