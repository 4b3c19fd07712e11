package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * The VM's flight recorder began, or its events are recorded until then: two records, of which the
 * second comes when the monitor ends. What happened before and after is not known.
 *
 * @param timestamp that time; the record time
 * @param hostname the host
 * @param state {@code begin} or {@code until}
 * @param kinds what is recorded, as the option {@code jfr} names it, separated by commas
 * @param lockThreshold shorter waits for locks are left out, in nanoseconds
 */
@MonitoringRecord(name = "sluice.jfr_recording")
public record JfrRecording(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String state,
    @SymbolField String kinds,
    long lockThreshold) {}
