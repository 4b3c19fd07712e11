package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A pause of all threads by a garbage collector, from the VM's flight recorder.
 *
 * @param timestamp when the pause ended; the record time
 * @param hostname the host
 * @param phase what the VM calls the pause
 * @param gcId the number of the collection, as in {@code sluice.gc_cycle}
 * @param duration how long it was, in nanoseconds
 */
@MonitoringRecord(name = "sluice.gc_pause")
public record GcPause(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String phase,
    int gcId,
    long duration) {}
