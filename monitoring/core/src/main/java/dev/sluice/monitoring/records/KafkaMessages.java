package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Messages were sent to Kafka, came from it or were handled. The record extends the execution with
 * the same trace and order index.
 *
 * @param timestamp when the execution ended; the record time
 * @param traceId the trace, as in {@link OperationExecution}
 * @param orderIndex the execution's order index in the trace
 * @param topic where they are
 * @param partition its partition; -1 if the producer has yet to choose it
 * @param count how many
 * @param direction {@code send}, {@code poll} or {@code process}
 */
@MonitoringRecord(name = "sluice.kafka_messages")
public record KafkaMessages(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    @SymbolField String topic,
    int partition,
    int count,
    @SymbolField String direction) {}
