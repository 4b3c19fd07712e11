package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * The heap right after a garbage collection, from the VM's flight recorder.
 *
 * @param timestamp when the collection ended; the record time
 * @param hostname the host
 * @param gcName the garbage collector
 * @param usedBytes heap in use, in bytes
 * @param maxBytes size that the heap may grow to, in bytes
 */
@MonitoringRecord(name = "sluice.gc_heap")
public record GcHeap(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String gcName,
    long usedBytes,
    long maxBytes) {}
