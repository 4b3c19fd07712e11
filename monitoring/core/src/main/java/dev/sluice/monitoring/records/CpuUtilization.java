package dev.sluice.monitoring.records;

import dev.sluice.api.record.FieldName;
import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Use of a processor since the previous sample. Shares are of the time between the two samples, 0.0
 * to 1.0; NaN if unknown.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param cpuID the processor, as the operating system numbers it
 * @param user share of user code
 * @param system share of the kernel
 * @param waiting share of waiting for input and output; the field is called {@code wait}
 * @param nice share of user code of low priority
 * @param irq share of interrupts
 * @param totalUtilization share of everything but idling
 * @param idle share of idling
 */
@MonitoringRecord(name = "sluice.cpu_utilization")
public record CpuUtilization(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String cpuID,
    double user,
    double system,
    @FieldName("wait") double waiting,
    double nice,
    double irq,
    double totalUtilization,
    double idle) {}
