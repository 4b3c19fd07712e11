package dev.sluice.kieker;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.BoundedSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.flow.trace.operation.AbstractOperationEvent;
import kieker.common.record.flow.trace.operation.AfterOperationEvent;
import kieker.common.record.flow.trace.operation.BeforeOperationEvent;

/**
 * Records of Kieker as rows, of the types that {@code convert} gives those of Kieker's own logs.
 * Any thread, also several at a time.
 */
final class RecordRows {
  /** What is counted for records of which not even a type can be made. */
  private static final RecordType UNKNOWN =
      new RecordType("kieker.unknown", 1, List.of(Field.of("line", FieldType.STRING)));

  private final ClassValue<Map<Object, RecordRow.Shape>> shapes =
      new ClassValue<>() {
        @Override
        protected Map<Object, RecordRow.Shape> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };
  private final RowSink sink;
  private final BoundedSymbols symbols;
  private final long unitNanos;
  private final LoggedExecutionWriter executions;
  private final LoggedBeforeWriter befores;
  private final LoggedAfterWriter afters;
  private final Symbol execution;
  private final Symbol before;
  private final Symbol after;

  /**
   * Into a sink whose instants count from the epoch.
   *
   * @param unitNanos the unit of all time stamps
   */
  RecordRows(RowSink sink, long unitNanos) {
    this.sink = sink;
    this.unitNanos = unitNanos;
    symbols = new BoundedSymbols(sink);
    executions = LoggedExecutionWriter.create(sink);
    befores = LoggedBeforeWriter.create(sink);
    afters = LoggedAfterWriter.create(sink);
    execution = symbols.of(OperationExecutionRecord.class.getName());
    before = symbols.of(BeforeOperationEvent.class.getName());
    after = symbols.of(AfterOperationEvent.class.getName());
  }

  /** Emits a record; never throws. Returns whether it is in a row; if not, that is counted. */
  boolean emit(IMonitoringRecord record) {
    try {
      Class<?> type = record.getClass();
      if (type == OperationExecutionRecord.class) {
        return emit((OperationExecutionRecord) record);
      }
      if (type == BeforeOperationEvent.class) {
        BeforeOperationEvent event = (BeforeOperationEvent) record;
        return befores.emit(
            nanos(event.getTimestamp()),
            event.getTraceId(),
            event.getOrderIndex(),
            symbols.of(event.getOperationSignature()),
            symbols.of(event.getClassSignature()),
            logged(event),
            before);
      }
      if (type == AfterOperationEvent.class) {
        AbstractOperationEvent event = (AbstractOperationEvent) record;
        return afters.emit(
            nanos(event.getTimestamp()),
            event.getTraceId(),
            event.getOrderIndex(),
            symbols.of(event.getOperationSignature()),
            symbols.of(event.getClassSignature()),
            logged(event),
            after);
      }
      return emitOther(record);
    } catch (Throwable failure) { // of the record's own code, or the stack is full
      return Rows.reject(sink, DropCause.ENCODE_ERROR, UNKNOWN);
    }
  }

  private boolean emit(OperationExecutionRecord record) {
    return executions.emit(
        symbols.of(record.getOperationSignature()),
        symbols.of(record.getSessionId()),
        record.getTraceId(),
        nanos(record.getTin()),
        nanos(record.getTout()),
        symbols.of(record.getHostname()),
        record.getEoi(),
        record.getEss(),
        false,
        logged(record),
        execution);
  }

  /** An instant; throws if it is out of range, so that the record is a drop. */
  private long nanos(long time) {
    return Math.multiplyExact(time, unitNanos);
  }

  private long logged(IMonitoringRecord record) {
    long logged = record.getLoggingTimestamp();
    return logged == SluiceWriter.NOT_LOGGED ? logged : nanos(logged);
  }

  private boolean emitOther(IMonitoringRecord record) {
    boolean isTimed = record.getLoggingTimestamp() != SluiceWriter.NOT_LOGGED;
    Map<Object, RecordRow.Shape> known = shapes.get(record.getClass());
    RecordRow.Shape shape = known.get(isTimed);
    if (shape == null) {
      KiekerType kind = type(record);
      if (kind == null) {
        return emitTexts(record, isTimed, known);
      }
      shape = known.computeIfAbsent(isTimed, key -> shape(kind, isTimed));
    }
    RecordRow row = new RecordRow(shape);
    record.serialize(row);
    return row.emit(record.getLoggingTimestamp());
  }

  private RecordRow.Shape shape(KiekerType kind, boolean isTimed) {
    return new RecordRow.Shape(kind, isTimed, sink, symbols, unitNanos);
  }

  /** A class with arrays, whose records differ in the number of their values: they are texts. */
  private boolean emitTexts(
      IMonitoringRecord record, boolean isTimed, Map<Object, RecordRow.Shape> known) {
    List<String> texts = new ArrayList<>();
    record.serialize(new ValueTexts(texts));
    int key = isTimed ? texts.size() : ~texts.size();
    RecordRow row =
        new RecordRow(
            known.computeIfAbsent(
                key,
                added ->
                    shape(KiekerType.ofTexts(record.getClass().getName(), texts.size()), isTimed)));
    texts.forEach(row::putString);
    return row.emit(record.getLoggingTimestamp());
  }

  /** The type of a class: that of the table, or one made of what it says; null for texts. */
  private static KiekerType type(IMonitoringRecord record) {
    String className = record.getClass().getName();
    Class<?>[] types = record.getValueTypes();
    char[] codes = new char[types.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = code(types[i]);
      if (codes[i] == 'T') {
        return null;
      }
    }
    KiekerType known = KiekerTypes.of(className, codes.length);
    if (known != null && String.valueOf(known.codes).equals(String.valueOf(codes))) {
      return known;
    }
    try {
      return new KiekerType(className, record.getValueNames(), codes, null);
    } catch (RuntimeException e) {
      return null; // a name that no field may have
    }
  }

  private static char code(Class<?> type) {
    if (type == String.class) {
      return 'S';
    }
    if (type.isEnum()) {
      return 'I';
    }
    return !type.isPrimitive()
        ? 'T'
        : type == short.class ? 'H' : type.descriptorString().charAt(0);
  }
}
