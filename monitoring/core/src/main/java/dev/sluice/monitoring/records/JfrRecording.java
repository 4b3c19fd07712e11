package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Begin or end of the time for which events of the VM's flight recorder are recorded; the second
 * record comes when the monitor ends. Events before and after that time are unknown.
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
