package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Memory of a Java VM, inside and outside of its heap.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param vmName the VM, as {@code RuntimeMXBean.getName()} gives it
 * @param heapMaxSizeBytes most that the heap may grow to, in bytes; -1 if unlimited
 * @param heapUsedBytes heap in use, in bytes
 * @param heapCommittedBytes heap that the VM holds, in bytes
 * @param heapInitBytes heap at the start, in bytes; -1 if unknown
 * @param nonHeapMaxSizeBytes most that the other memory may grow to, in bytes; -1 if unlimited
 * @param nonHeapUsedBytes other memory in use, in bytes
 * @param nonHeapCommittedBytes other memory that the VM holds, in bytes
 * @param nonHeapInitBytes other memory at the start, in bytes; -1 if unknown
 * @param objectPendingFinalizationCount about how many objects wait for their finalizer
 */
@MonitoringRecord(name = "sluice.jvm_heap")
public record JvmHeap(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String vmName,
    long heapMaxSizeBytes,
    long heapUsedBytes,
    long heapCommittedBytes,
    long heapInitBytes,
    long nonHeapMaxSizeBytes,
    long nonHeapUsedBytes,
    long nonHeapCommittedBytes,
    long nonHeapInitBytes,
    int objectPendingFinalizationCount) {}
