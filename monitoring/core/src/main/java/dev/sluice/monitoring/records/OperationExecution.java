package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * One execution of an operation, emitted when it ends. The order index and the stack depth of all
 * executions of a trace are enough to rebuild its call tree.
 *
 * @param operationSignature modifiers, result type, class, name and parameter types of the
 *     operation
 * @param sessionId the session that the trace belongs to
 * @param traceId the trace; unique among the producers that are analysed together
 * @param tin when the execution began
 * @param tout when it ended; the record time
 * @param hostname where it ran
 * @param eoi execution order index: how many executions of the trace began before; 0 for the first,
 *     -1 if unknown
 * @param ess execution stack size: how many executions of the trace were active when it began; 0
 *     for the first, -1 if unknown
 * @param exception whether it ended with an exception
 */
@MonitoringRecord(name = "sluice.operation_execution")
public record OperationExecution(
    @SymbolField String operationSignature,
    @SymbolField String sessionId,
    long traceId,
    @Timestamp long tin,
    @Timestamp(recordTime = true) long tout,
    @SymbolField String hostname,
    int eoi,
    int ess,
    boolean exception) {}
