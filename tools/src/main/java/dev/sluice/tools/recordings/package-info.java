/** Sources of records, and what they hold: counts, sizes, what is missing and damaged. */
package dev.sluice.tools.recordings;
