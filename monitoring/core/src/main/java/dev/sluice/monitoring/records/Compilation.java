package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Work of the just-in-time compiler of a Java VM since the VM started.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param vmName the VM, as {@code RuntimeMXBean.getName()} gives it
 * @param jitCompilerName the compiler
 * @param totalCompilationTimeMS about the time spent on compiling, summed over its threads, in
 *     milliseconds
 */
@MonitoringRecord(name = "sluice.compilation")
public record Compilation(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String vmName,
    @SymbolField String jitCompilerName,
    long totalCompilationTimeMS) {}
