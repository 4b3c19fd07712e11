package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Use of a disk since the previous sample. Rates are averages over the time between the two
 * samples.
 *
 * @param timestamp when the sample was taken; the record time
 * @param hostname the host
 * @param deviceName the disk, as the operating system calls it
 * @param queueLength number of requests that wait or are served now
 * @param readsPerSecond read requests, per second
 * @param readBytesPerSecond bytes read, per second
 * @param writesPerSecond write requests, per second
 * @param writeBytesPerSecond bytes written, per second
 * @param busy share of the time in which the disk served requests, 0.0 to 1.0
 */
@MonitoringRecord(name = "sluice.disk_usage")
public record DiskUsage(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    @SymbolField String deviceName,
    long queueLength,
    double readsPerSecond,
    double readBytesPerSecond,
    double writesPerSecond,
    double writeBytesPerSecond,
    double busy) {}
