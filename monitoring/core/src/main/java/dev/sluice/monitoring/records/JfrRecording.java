package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * The time of which the records of the VM's flight recorder are there. What happened before is not
 * known. Emitted when the recorder has begun, and again when the monitor ends.
 *
 * @param timestamp when the record was emitted; the record time
 * @param hostname the host
 * @param kinds what is recorded, as the option {@code jfr} names it, separated by commas
 * @param begin when the recorder began
 * @param until until when its events are there; {@code begin} while it runs
 * @param lockThreshold shorter waits for locks are left out, in nanoseconds
 */
@MonitoringRecord(name = "sluice.jfr_recording")
public record JfrRecording(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String kinds,
    @Timestamp long begin,
    @Timestamp long until,
    long lockThreshold) {}
