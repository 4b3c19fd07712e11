package dev.sluice.kieker;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * Record of Kieker's {@code OperationExecutionRecord}, with the fields of its {@link KiekerType};
 * the record type identifies the class.
 */
@MonitoringRecord(name = "sluice.operation_execution")
record LoggedExecution(
    @SymbolField String operationSignature,
    @SymbolField String sessionId,
    long traceId,
    @Timestamp long tin,
    @Timestamp(recordTime = true) long tout,
    @SymbolField String hostname,
    int eoi,
    int ess,
    boolean exception,
    @Timestamp long loggingTimestamp) {}
