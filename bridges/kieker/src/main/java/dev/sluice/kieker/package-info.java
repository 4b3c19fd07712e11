/** Kieker's records into sinks of Sluice, and the record types of its classes. */
package dev.sluice.kieker;
