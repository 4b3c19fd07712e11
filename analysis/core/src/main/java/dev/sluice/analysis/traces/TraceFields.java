package dev.sluice.analysis.traces;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** Where a record type has what a reconstruction wants to know. */
final class TraceFields {
  /** What records of a type tell. */
  enum Kind {
    EXECUTION,
    SPAN,
    BEFORE,
    AFTER,
    AFTER_FAILED,
    METADATA,
    REMOTE_PARENT,
    REMOTE_CALL,
    DURATION,
    AGGREGATE,
    OTHER
  }

  private static final Map<String, Kind> KINDS =
      Map.ofEntries(
          Map.entry("sluice.operation_execution", Kind.EXECUTION),
          Map.entry("sluice.observation", Kind.EXECUTION),
          Map.entry("sluice.span", Kind.SPAN),
          Map.entry("sluice.before_operation", Kind.BEFORE),
          Map.entry("sluice.after_operation", Kind.AFTER),
          Map.entry("sluice.after_operation_failed", Kind.AFTER_FAILED),
          Map.entry("sluice.trace_metadata", Kind.METADATA),
          Map.entry("sluice.remote_parent", Kind.REMOTE_PARENT),
          Map.entry("sluice.remote_call", Kind.REMOTE_CALL),
          Map.entry("sluice.operation_duration", Kind.DURATION),
          Map.entry("sluice.operation_duration_aggregate", Kind.AGGREGATE),
          Map.entry("sluice.operation_duration_histogram", Kind.AGGREGATE));

  /** The fields that are looked at. */
  static final Set<String> NAMES =
      Set.of(
          "operationSignature",
          "sessionId",
          "hostname",
          "traceId",
          "tin",
          "tout",
          "eoi",
          "ess",
          "exception",
          "timestamp",
          "orderIndex",
          "duration",
          "threadId",
          "parentTraceId",
          "parentOrderId",
          "parentStackDepth",
          "stackDepth",
          "w3cTraceHigh",
          "w3cTraceLow",
          "spanId",
          "parentSpanId",
          "remoteParent",
          "startEpochNanos",
          "kind",
          "status",
          "attributeKeys",
          "link",
          "medium",
          "count",
          "sum",
          "min",
          "max",
          "exceptions",
          "histogram");

  final RecordType type;
  final Kind kind;
  final int operation;
  final int session;
  final int host;
  final int id;
  final int begin;
  final int end;
  final int order;
  final int depth;
  final int failed;
  final int thread;
  final int parentTrace;
  final int parentOrder;
  final int parentDepth;
  final int activeDepth;
  final int high;
  final int low;
  final int span;
  final int parentSpan;
  final int remoteParent;
  final int spanKind;
  final int status;
  final int attributes;
  final int link;
  final int medium;
  final int count;
  final int sum;
  final int min;
  final int max;
  final int exceptions;
  final int histogram;

  private TraceFields(RecordType type, Kind wanted) {
    this.type = type;
    boolean execution = wanted == Kind.EXECUTION;
    boolean duration = wanted == Kind.DURATION;
    boolean isSpan = wanted == Kind.SPAN;
    operation = text("operationSignature");
    session = text("sessionId");
    host = text("hostname");
    id = number("traceId");
    String timed = isSpan ? "startEpochNanos" : duration ? "duration" : "timestamp";
    begin = number(execution ? "tin" : timed);
    end = number(execution ? "tout" : isSpan ? "duration" : "timestamp");
    order = number(execution ? "eoi" : "orderIndex");
    depth = number("ess");
    failed = number("exception");
    thread = number("threadId");
    parentTrace = number("parentTraceId");
    parentOrder = number("parentOrderId");
    parentDepth = number("parentStackDepth");
    activeDepth = number("stackDepth");
    high = number("w3cTraceHigh");
    low = number("w3cTraceLow");
    span = number("spanId");
    parentSpan = number("parentSpanId");
    remoteParent = number("remoteParent");
    spanKind = number("kind");
    status = number("status");
    attributes = text("attributeKeys");
    link = number("link");
    medium = text("medium");
    count = number("count");
    sum = number("sum");
    min = number("min");
    max = number("max");
    exceptions = number("exceptions");
    int bytes = type.indexOf("histogram");
    histogram = bytes >= 0 && type.fields().get(bytes).type() == FieldType.BYTES ? bytes : -1;
    kind = has(wanted) ? wanted : Kind.OTHER;
  }

  private boolean has(Kind wanted) {
    return switch (wanted) {
      case EXECUTION -> allOf(operation, id, begin, end, order, depth);
      case SPAN -> allOf(operation, id, high, span, parentSpan, remoteParent, begin, end);
      case BEFORE, AFTER, AFTER_FAILED -> allOf(operation, id, begin, order);
      case METADATA -> allOf(id, begin, thread, parentTrace, parentOrder);
      case REMOTE_PARENT, REMOTE_CALL -> allOf(id, begin, order, activeDepth, high, low, span);
      case DURATION -> allOf(operation, begin, end);
      case AGGREGATE -> allOf(operation, count, sum, min, max, exceptions);
      case OTHER -> true;
    };
  }

  /** Of a type, which is {@link Kind#OTHER} if it lacks a field that is needed. */
  static TraceFields of(RecordType type) {
    return new TraceFields(type, kind(type));
  }

  /** What records of the type tell, by its name; the version does not matter. */
  static Kind kind(RecordType type) {
    return KINDS.getOrDefault(type.name(), Kind.OTHER);
  }

  private static boolean allOf(int... fields) {
    return Arrays.stream(fields).noneMatch(field -> field < 0);
  }

  private int number(String name) {
    int index = type.indexOf(name);
    return index >= 0 && type.fields().get(index).type().isIntegral() ? index : -1;
  }

  private int text(String name) {
    int index = type.indexOf(name);
    return index >= 0 && type.fields().get(index).type() == FieldType.STRING ? index : -1;
  }

  /** The text in a row; null if the type has no such field. */
  String text(ColumnBatch batch, int field, int row) {
    return field < 0 ? null : batch.text(batch.values()[batch.start(field) + row]);
  }
}
