/**
 * Bridge from OpenTelemetry's signals to records: processors, exporters and their configuration.
 */
package dev.sluice.opentelemetry;
