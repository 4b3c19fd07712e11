package dev.sluice.kieker;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/** {@code BeforeOperationEvent}, with the fields of its {@link KiekerType}. */
@MonitoringRecord(name = "sluice.before_operation")
record LoggedBefore(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    @SymbolField String operationSignature,
    @SymbolField String classSignature,
    @Timestamp long loggingTimestamp,
    @SymbolField String kiekerClass) {}
