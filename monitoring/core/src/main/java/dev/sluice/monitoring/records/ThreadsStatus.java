package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Threads of a Java VM, virtual ones not included.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param vmName the VM, as {@code RuntimeMXBean.getName()} gives it
 * @param threadCount number of live threads
 * @param daemonThreadCount how many of them are daemons
 * @param peakThreadCount largest number of live threads since the VM started
 * @param totalStartedThreadCount number of threads started since the VM started
 */
@MonitoringRecord(name = "sluice.threads_status")
public record ThreadsStatus(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String vmName,
    long threadCount,
    long daemonThreadCount,
    long peakThreadCount,
    long totalStartedThreadCount) {}
