package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A thread waited for a lock, a monitor or one of {@code java.util.concurrent.locks}, from the VM's
 * flight recorder. Waiting for a signal or for work is not recorded.
 *
 * @param timestamp when it had the lock, or gave up; the record time
 * @param hostname the host
 * @param threadId the thread that waited, as {@code Thread.getId} tells it; -1 if unknown
 * @param threadName its name; null if unknown
 * @param lockClass class of the lock; null if unknown
 * @param ownerName name of the thread that had the monitor before; null if unknown
 * @param place the method that wanted the lock, with its class; null if unknown
 * @param duration how long it waited, in nanoseconds
 */
@MonitoringRecord(name = "sluice.lock_wait")
public record LockWait(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String hostname,
    long threadId,
    String threadName,
    String lockClass,
    String ownerName,
    String place,
    long duration) {}
