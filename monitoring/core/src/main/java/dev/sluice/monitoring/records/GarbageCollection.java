package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Work of a garbage collector since its Java VM started.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param vmName the VM, as {@code RuntimeMXBean.getName()} gives it
 * @param gcName the garbage collector
 * @param collectionCount number of collections; -1 if unknown
 * @param collectionTimeMS about the time spent on them, in milliseconds; -1 if unknown
 */
@MonitoringRecord(name = "sluice.garbage_collection")
public record GarbageCollection(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String vmName,
    @SymbolField String gcName,
    long collectionCount,
    long collectionTimeMS) {}
