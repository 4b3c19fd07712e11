package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * The VM's flight recorder lost events because its buffers were full; their kind and number are
 * unknown.
 *
 * @param timestamp when it was told; the record time
 * @param hostname the host
 * @param lostBytes bytes that were lost now
 * @param totalBytes bytes that were lost since the recorder started
 */
@MonitoringRecord(name = "sluice.jfr_data_loss")
public record JfrDataLoss(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    long lostBytes,
    long totalBytes) {}
