package dev.sluice.analysis.traces;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The chunks of a producer, written by hand in a test. */
public final class TestProgram {
  public static final RecordType EXECUTION =
      new RecordType(
          "sluice.operation_execution",
          1,
          List.of(
              new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
              new Field("sessionId", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("traceId", FieldType.LONG),
              new Field("tin", FieldType.LONG, Field.Role.TIMESTAMP),
              new Field("tout", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("hostname", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("eoi", FieldType.INT),
              Field.of("ess", FieldType.INT),
              Field.of("exception", FieldType.BOOLEAN)));

  public static final RecordType METADATA =
      new RecordType(
          "sluice.trace_metadata",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("traceId", FieldType.LONG),
              Field.of("threadId", FieldType.LONG),
              new Field("sessionId", FieldType.STRING, Field.Role.SYMBOL),
              new Field("hostname", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("parentTraceId", FieldType.LONG),
              Field.of("parentOrderId", FieldType.INT),
              Field.of("parentStackDepth", FieldType.INT)));

  private static final RecordType REMOTE_PARENT =
      new RecordType(
          "sluice.remote_parent",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("traceId", FieldType.LONG),
              Field.of("orderIndex", FieldType.INT),
              Field.of("stackDepth", FieldType.INT),
              Field.of("link", FieldType.BOOLEAN),
              Field.of("w3cTraceHigh", FieldType.LONG),
              Field.of("w3cTraceLow", FieldType.LONG),
              Field.of("spanId", FieldType.LONG)));

  private static final RecordType REMOTE_CALL =
      new RecordType(
          "sluice.remote_call",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("traceId", FieldType.LONG),
              Field.of("orderIndex", FieldType.INT),
              Field.of("stackDepth", FieldType.INT),
              Field.of("w3cTraceHigh", FieldType.LONG),
              Field.of("w3cTraceLow", FieldType.LONG),
              Field.of("spanId", FieldType.LONG),
              new Field("medium", FieldType.STRING, Field.Role.SYMBOL)));

  private static final RecordType DURATION =
      new RecordType(
          "sluice.operation_duration",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("duration", FieldType.LONG),
              Field.of("exception", FieldType.BOOLEAN)));

  private static final RecordType AGGREGATE =
      new RecordType(
          "sluice.operation_duration_aggregate",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("count", FieldType.LONG),
              Field.of("sum", FieldType.LONG),
              Field.of("min", FieldType.LONG),
              Field.of("max", FieldType.LONG),
              Field.of("exceptions", FieldType.LONG)));

  private static final RecordType BEFORE = event("sluice.before_operation", false);
  private static final RecordType AFTER = event("sluice.after_operation", false);
  private static final RecordType FAILED = event("sluice.after_operation_failed", true);

  private final long id;
  private final String name;
  private final List<TestChunk> chunks = new ArrayList<>();
  private final long[] drops = new long[DropCause.COUNT];
  private List<TestColumns> batches = new ArrayList<>();
  private List<String> texts = new ArrayList<>(Collections.singleton(null));
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long sequence;
  private long request = 9;

  /** A chunk: its accounting and its records. */
  public record TestChunk(Accounting accounting, List<TestColumns> batches) {}

  public TestProgram(long id) {
    this(id, "program " + id);
  }

  public TestProgram(long id, String name) {
    this.id = id;
    this.name = name;
  }

  private static RecordType event(String name, boolean failed) {
    List<Field> fields =
        new ArrayList<>(
            List.of(
                new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
                Field.of("traceId", FieldType.LONG),
                Field.of("orderIndex", FieldType.INT),
                new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
                new Field("classSignature", FieldType.STRING, Field.Role.SYMBOL)));
    if (failed) {
      fields.add(Field.of("cause", FieldType.STRING));
    }
    return new RecordType(name, 1, fields);
  }

  private void add(RecordType type, long time, Object... row) {
    TestColumns columns =
        batches.stream().filter(batch -> batch.type() == type).findFirst().orElse(null);
    if (columns == null) {
      columns = new TestColumns(type, texts);
      batches.add(columns);
    }
    columns.row(row);
    first = Math.min(first, time);
    last = Math.max(last, time);
  }

  public TestProgram execution(
      long trace, String operation, long tin, long tout, int eoi, int ess) {
    add(EXECUTION, tout, operation, "s", trace, tin, tout, "host", eoi, ess, false);
    return this;
  }

  public TestProgram failedExecution(
      long trace, String operation, long tin, long tout, int eoi, int ess) {
    add(EXECUTION, tout, operation, "s", trace, tin, tout, "host", eoi, ess, true);
    return this;
  }

  public TestProgram started(
      long trace, long time, long thread, long parent, int order, int depth) {
    add(METADATA, time, time, trace, thread, "s", "host", parent, order, depth);
    return this;
  }

  /** What comes and leaves from now on is of the request 0, {@code low}; at first 0, 9. */
  public TestProgram of(long low) {
    request = low;
    return this;
  }

  /** The trace begins with that call of another process. */
  public TestProgram came(long trace, long time, long span) {
    add(REMOTE_PARENT, time, time, trace, -1, 0, false, 0, request, span);
    return this;
  }

  /** The trace works for that message, too. */
  public TestProgram linked(long trace, long time, long span) {
    add(REMOTE_PARENT, time, time, trace, 0, 0, true, 0, request, span);
    return this;
  }

  /** The trace calls another process. */
  public TestProgram left(long trace, long time, int order, int depth, long span, String medium) {
    add(REMOTE_CALL, time, time, trace, order, depth, 0, request, span, medium);
    return this;
  }

  public TestProgram before(long trace, String operation, long time, int order) {
    add(BEFORE, time, time, trace, order, operation, "C");
    return this;
  }

  public TestProgram after(long trace, String operation, long time, int order) {
    add(AFTER, time, time, trace, order, operation, "C");
    return this;
  }

  public TestProgram afterFailed(long trace, String operation, long time, int order) {
    add(FAILED, time, time, trace, order, operation, "C", "java.lang.Error");
    return this;
  }

  public TestProgram duration(String operation, long end, long nanos) {
    add(DURATION, end, end, operation, nanos, false);
    return this;
  }

  public TestProgram aggregate(String operation, long time, long calls, long nanosOfEach) {
    add(AGGREGATE, time, time, operation, calls, calls * nanosOfEach, nanosOfEach, nanosOfEach, 0);
    return this;
  }

  public TestProgram drop(DropCause cause, int count) {
    drops[cause.ordinal()] += count;
    return this;
  }

  /** The chunk ends here. */
  public TestProgram chunk() {
    chunks.add(next(false));
    return this;
  }

  /** The chunk ends here and gets lost. */
  public TestProgram lostChunk() {
    next(false);
    return this;
  }

  /** The last chunk ends here. */
  public TestProgram end() {
    chunks.add(next(true));
    return this;
  }

  private TestChunk next(boolean end) {
    Accounting.Builder accounting =
        new Accounting.Builder(id)
            .name(name)
            .sequence(sequence++)
            .end(end)
            .dropped(DropCounts.of(drops));
    if (last > Long.MIN_VALUE) {
      accounting.times(first, last);
    }
    TestChunk chunk = new TestChunk(accounting.build(), batches);
    batches = new ArrayList<>();
    texts = new ArrayList<>(Collections.singleton(null));
    first = Long.MAX_VALUE;
    last = Long.MIN_VALUE;
    return chunk;
  }

  public long id() {
    return id;
  }

  public List<TestChunk> chunks() {
    return chunks;
  }

  /** Hands a chunk to a reconstruction. */
  public static void feed(TestChunk chunk, TraceReconstruction to) {
    to.chunk(chunk.accounting());
    chunk.batches().forEach(batch -> to.accept(batch, null, 0));
  }

  /** All chunks through a reconstruction. */
  public Result reconstruct(TraceLimits limits) {
    return reconstruct(chunks, limits);
  }

  /** All chunks through a reconstruction. */
  public Result reconstruct() {
    return reconstruct(TraceLimits.DEFAULT);
  }

  public static Result reconstruct(List<TestChunk> chunks, TraceLimits limits) {
    List<Trace> traces = new ArrayList<>();
    TraceReconstruction reconstruction =
        new TraceReconstruction(limits, trace -> traces.add(trace.copy()));
    chunks.forEach(chunk -> feed(chunk, reconstruction));
    reconstruction.close();
    return new Result(traces, reconstruction.counts());
  }

  /** What a reconstruction made. */
  public record Result(List<Trace> traces, TraceCounts counts) {
    public Trace only() {
      if (traces.size() != 1) {
        throw new AssertionError(traces.size() + " traces");
      }
      return traces.get(0);
    }
  }
}
