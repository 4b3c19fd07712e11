package dev.sluice.kieker;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.monitoring.BoundedSymbols;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;

/**
 * Writer of Kieker's records as rows, with the same types as {@code convert} gives records of
 * Kieker's own logs. Any thread, also several at a time.
 */
final class RecordRows {
  /** Kieker's time stamp of a record that was not logged. */
  private static final long NOT_LOGGED = -1;

  /**
   * Maximum number of record types for a class, so that no class uses up the types of a collector.
   */
  static final int MAX_SHAPES = 64;

  final RowSink sink;
  final BoundedSymbols symbols;

  private final long unitNanos;
  private final LoggedExecutionWriter executions;
  private final ClassValue<Map<Object, RecordPlan>> plans =
      new ClassValue<>() {
        @Override
        protected Map<Object, RecordPlan> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /**
   * Creates a writer into a sink whose instants count from the epoch.
   *
   * @param unitNanos the unit of all time stamps
   */
  RecordRows(RowSink sink, long unitNanos) {
    this.sink = sink;
    this.unitNanos = unitNanos;
    symbols = new BoundedSymbols(sink);
    executions = LoggedExecutionWriter.create(sink);
  }

  /** Emits a record, or makes the sink count it as dropped. Never throws. */
  void emit(IMonitoringRecord record) {
    try {
      long logged = record.getLoggingTimestamp();
      boolean isTimed = logged != NOT_LOGGED;
      logged = isTimed ? nanos(logged) : logged;
      if (record.getClass() == OperationExecutionRecord.class) {
        emit((OperationExecutionRecord) record, logged);
      } else {
        emit(record, isTimed, logged);
      }
    } catch (Throwable failure) { // of the record's own code, or the stack is full
      Rows.reject(sink, DropCause.ENCODE_ERROR, KiekerType.LINE);
    }
  }

  /** Returns an instant; throws if it is out of range, so that the record is dropped. */
  long nanos(long time) {
    return Math.multiplyExact(time, unitNanos);
  }

  private void emit(OperationExecutionRecord record, long logged) {
    executions.emit(
        symbols.of(record.getOperationSignature()),
        symbols.of(record.getSessionId()),
        record.getTraceId(),
        nanos(record.getTin()),
        nanos(record.getTout()),
        symbols.of(record.getHostname()),
        record.getEoi(),
        record.getEss(),
        false,
        logged);
  }

  private void emit(IMonitoringRecord record, boolean isTimed, long logged) {
    RecordValues values = new RecordValues();
    record.serialize(values);
    Map<Object, RecordPlan> known = plans.get(record.getClass());
    RecordPlan plan = known.get(isTimed);
    if (plan == null || !plan.fits(values)) {
      // With arrays, records of a class differ in the number and kinds of their values.
      String key = isTimed + String.valueOf(values.codes());
      if (known.size() >= MAX_SHAPES && !known.containsKey(key)) {
        Rows.reject(sink, DropCause.ENCODE_ERROR, KiekerType.LINE);
        return;
      }
      plan = known.computeIfAbsent(key, added -> plan(record, values, isTimed));
      known.put(isTimed, plan);
    }
    plan.emit(values, logged);
  }

  private RecordPlan plan(IMonitoringRecord record, RecordValues values, boolean isTimed) {
    return new RecordPlan(type(record, values), isTimed, this);
  }

  /**
   * Returns the type for a class: that of the table, or one made from the record's own description.
   */
  private static KiekerType type(IMonitoringRecord record, RecordValues values) {
    String className = record.getClass().getName();
    KiekerType known = KiekerTypes.of(className, values.count());
    if (known != null && values.are(known.codes)) {
      return known;
    }
    String[] names = record.getValueNames();
    try {
      if (names.length == values.count()) {
        return new KiekerType(className, names, values.codes(), null);
      }
    } catch (IllegalArgumentException e) {
      // A name that no field may have.
    }
    return KiekerType.ofValues(className, values.codes());
  }
}
