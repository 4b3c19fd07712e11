package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Properties of a producer that all its records share, emitted when monitoring starts.
 *
 * @param timestamp when the record was made; the record time
 * @param version of the monitoring library
 * @param controllerName the name that the user gave to the monitored program
 * @param hostname where it runs
 * @param experimentId a number that tells runs of an experiment apart; 0 if there is only one
 * @param debugMode whether monitoring of the monitoring is on
 * @param timeOffset what was added to the clock to get the time stamps, in {@code timeUnit}s
 * @param timeUnit unit of the time stamps before decoding, as a name of {@link
 *     java.util.concurrent.TimeUnit}
 * @param numberOfRecords number of records emitted before this one
 */
@MonitoringRecord(name = "sluice.metadata")
public record Metadata(
    @Timestamp(recordTime = true) long timestamp,
    String version,
    String controllerName,
    @SymbolField String hostname,
    int experimentId,
    boolean debugMode,
    long timeOffset,
    String timeUnit,
    long numberOfRecords) {}
