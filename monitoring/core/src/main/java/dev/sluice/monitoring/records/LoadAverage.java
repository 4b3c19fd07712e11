package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Average number of threads of a host that ran or waited for a processor. Negative if unknown, as
 * on Windows.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param oneMinLoadAverage number of threads, over the last minute
 * @param fiveMinLoadAverage number of threads, over the last five minutes
 * @param fifteenMinLoadAverage number of threads, over the last 15 minutes
 */
@MonitoringRecord(name = "sluice.load_average")
public record LoadAverage(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    double oneMinLoadAverage,
    double fiveMinLoadAverage,
    double fifteenMinLoadAverage) {}
