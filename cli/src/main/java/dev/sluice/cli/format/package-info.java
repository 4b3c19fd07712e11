/** Records as text, one a line: for people, as JSON, as comma-separated values. */
package dev.sluice.cli.format;
