package dev.sluice.monitoring.samplers;

import dev.sluice.api.record.RowSink;

/**
 * What a sampler writes to.
 *
 * @param sink for row writers
 * @param hostname the host's name in records
 */
public record SamplerTarget(RowSink sink, String hostname) {}
