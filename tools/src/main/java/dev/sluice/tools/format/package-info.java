/** Records as text, one a line: human-readable, as JSON, or as comma-separated values. */
package dev.sluice.tools.format;
