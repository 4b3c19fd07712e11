/** Traces for people and programs: call trees, JSON, and a report of a whole recording. */
package dev.sluice.tools.report;
