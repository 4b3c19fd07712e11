/** What OpenTelemetry records, as records: processors, exporters and their configuration. */
package dev.sluice.opentelemetry;
