/** Bridge from Kieker's records to sinks of Sluice, and the record types of its classes. */
package dev.sluice.kieker;
