package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Use of all processors by the Java VM in the last second, from its flight recorder. Shares are 0.0
 * to 1.0, 1.0 being all processors.
 *
 * @param timestamp when the second ended; the record time
 * @param hostname the host
 * @param user share of the VM's user code
 * @param system share of the kernel for the VM
 * @param machine share of all processes of the machine
 */
@MonitoringRecord(name = "sluice.jvm_cpu")
public record JvmCpu(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    float user,
    float system,
    float machine) {}
