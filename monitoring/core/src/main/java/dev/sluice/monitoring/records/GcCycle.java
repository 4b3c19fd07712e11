package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A garbage collection from begin to end, its concurrent part included, from the VM's flight
 * recorder.
 *
 * @param timestamp when the collection ended; the record time
 * @param hostname the host
 * @param gcName the garbage collector
 * @param cause why it collected
 * @param gcId the number of the collection
 * @param duration how long it was, in nanoseconds
 * @param sumOfPauses of its pauses, in nanoseconds
 * @param longestPause of its pauses, in nanoseconds
 */
@MonitoringRecord(name = "sluice.gc_cycle")
public record GcCycle(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String gcName,
    @SymbolField String cause,
    int gcId,
    long duration,
    long sumOfPauses,
    long longestPause) {}
