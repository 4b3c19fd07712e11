package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Traffic of a network interface since the previous sample. Rates are averages over the time
 * between the two samples. The loopback interface has no records.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param interfaceName the interface, as the operating system calls it
 * @param speed what it can carry, in bits per second; 0 if unknown
 * @param receivedBytesPerSecond bytes received, per second
 * @param receivedPacketsPerSecond packets received, per second
 * @param receiveErrorsPerSecond packets received with an error, per second
 * @param receiveDropsPerSecond packets received and given up, per second
 * @param sentBytesPerSecond bytes sent, per second
 * @param sentPacketsPerSecond packets sent, per second
 * @param sendErrorsPerSecond packets that could not be sent, per second
 */
@MonitoringRecord(name = "sluice.network_utilization")
public record NetworkUtilization(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String interfaceName,
    long speed,
    double receivedBytesPerSecond,
    double receivedPacketsPerSecond,
    double receiveErrorsPerSecond,
    double receiveDropsPerSecond,
    double sentBytesPerSecond,
    double sentPacketsPerSecond,
    double sendErrorsPerSecond) {}
