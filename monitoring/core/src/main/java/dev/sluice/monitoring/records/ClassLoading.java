package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Classes of a Java VM.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param vmName the VM, as {@code RuntimeMXBean.getName()} gives it
 * @param totalLoadedClassCount number of classes loaded since the VM started
 * @param loadedClassCount number of classes that are loaded now
 * @param unloadedClassCount number of classes unloaded since the VM started
 */
@MonitoringRecord(name = "sluice.class_loading")
public record ClassLoading(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String vmName,
    long totalLoadedClassCount,
    int loadedClassCount,
    long unloadedClassCount) {}
