package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * An SQL statement was executed. The record extends the execution with the same trace and order
 * index.
 *
 * @param timestamp when it ended; the record time
 * @param traceId the trace, as in {@link OperationExecution}
 * @param orderIndex the execution's order index in the trace
 * @param statement without literals: {@code SELECT * FROM orders WHERE id = ?}
 * @param rows how many it changed, of a batch all together; -1 if that is unknown, as of queries
 * @param database {@code postgresql}, by the driver's classes; {@code other_sql} if those are not
 *     known
 */
@MonitoringRecord(name = "sluice.sql_statement")
public record SqlStatement(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    int orderIndex,
    @SymbolField String statement,
    long rows,
    @SymbolField String database) {}
