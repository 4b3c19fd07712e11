package dev.sluice.monitoring.samplers;

import dev.sluice.api.record.RowSink;

/**
 * Sink of a sampler, with the texts that its records share.
 *
 * @param sink for row writers
 * @param hostname the host's name in records
 */
public record SamplerTarget(RowSink sink, String hostname) {}
