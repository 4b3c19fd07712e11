package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Memory and swap space of a host.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param memTotal memory, in bytes
 * @param memUsed memory in use, in bytes
 * @param memFree free memory, in bytes
 * @param swapTotal swap space, in bytes
 * @param swapUsed swap space in use, in bytes
 * @param swapFree free swap space, in bytes
 */
@MonitoringRecord(name = "sluice.mem_swap_usage")
public record MemSwapUsage(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    long memTotal,
    long memUsed,
    long memFree,
    long swapTotal,
    long swapUsed,
    long swapFree) {}
