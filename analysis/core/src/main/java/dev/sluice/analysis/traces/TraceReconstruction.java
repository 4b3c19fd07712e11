package dev.sluice.analysis.traces;

import dev.sluice.analysis.SelectedRows;
import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.ChunkOperations;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.util.Arrays;

/**
 * Puts records back together to traces: operation executions, or before and after events where the
 * operation of the first of them has no executions. A trace is identified by its producer and its
 * id.
 *
 * <p>{@link #chunk} comes before the batches of each chunk, with every chunk that the stream
 * delivers, even if none of its records is for this reconstruction; {@link #close} comes at the
 * end. A trace of executions is closed with its root, which ends last, at the end of the chunk and
 * not before the chunks of lower sequence came: whatever the order of the chunks, the result is
 * that of their sequences. What is kept meanwhile is bounded by {@link TraceLimits}. For one
 * thread.
 */
public final class TraceReconstruction {
  /** Text ids of a column are not looked up where a type lacks the field. */
  private static final int ABSENT = -1;

  private final TraceLimits limits;
  private final TraceListener listener;
  private final Operations operations;
  private final ChunkOperations chunkOperations;
  private final ChunkOperations executedOperations;
  private final OutsideRows outside;
  private final Executed executed;
  private final RecordPool pool;
  private final OpenTraces open;
  private final Producers producers;
  private final EarlyRemotes early;
  private final TraceClosing closing;
  private final ClosingOrder order;
  private final TraceCounts counts = new TraceCounts();
  private TraceFields fields;

  /** With no trace yet; {@code listener} is told of each that is closed. */
  public TraceReconstruction(TraceLimits limits, TraceListener listener) {
    this(limits, listener, new Executed());
  }

  /** The same; those of several workers know one {@code executed}. */
  TraceReconstruction(TraceLimits limits, TraceListener listener, Executed executed) {
    this.limits = limits;
    this.listener = listener;
    this.executed = executed;
    this.operations = new Operations(limits.operations());
    this.chunkOperations = new ChunkOperations(operations);
    this.executedOperations = new ChunkOperations(operations, this::executes);
    this.outside = new OutsideRows(operations, chunkOperations, counts, listener);
    this.pool = new RecordPool(Math.max(16, limits.openRecords() / 4));
    this.open = new OpenTraces(pool);
    this.producers = new Producers(limits.producers(), listener::lost);
    this.early = new EarlyRemotes(listener, counts);
    this.closing = new TraceClosing(open, operations, executed, counts, listener, early);
    this.order = new ClosingOrder(open, producers, closing, executed, counts, limits);
  }

  private void executes(int operation) {
    if (order.producer().isNewlyExecuted(operation)) {
      executed.add(producer(), operations.signature(operation));
    }
  }

  /** The id of the producer of the last chunk. */
  private long producer() {
    return losses().id();
  }

  private Losses losses() {
    return order.producer().losses();
  }

  /** The operations that traces are about. */
  public Operations operations() {
    return operations;
  }

  /** What was counted so far. */
  public TraceCounts counts() {
    return counts;
  }

  /** How many traces are open. */
  public int open() {
    return open.size();
  }

  /**
   * Closes what ended with the last chunk, which is known to have come as a whole; else that waits
   * for the next chunk.
   */
  public void endChunk() {
    order.endChunk();
  }

  /** Writes or reads all that is known between two chunks, but for what the listener was told. */
  void state(StateCodec codec) throws IOException {
    order.endChunk();
    codec.name("traces 6");
    operations.state(codec);
    executed.state(codec);
    producers.state(codec);
    order.restored();
    open.state(codec, limits);
    closing.state(codec);
    early.state(codec);
    counts.state(codec);
  }

  /** A chunk comes: closes what ended with the one before, and what timed out. */
  public void chunk(Accounting accounting) {
    order.chunk(accounting);
    chunkOperations.nextChunk();
    executedOperations.nextChunk();
  }

  /**
   * Takes rows of a batch of the last chunk; rows of types that tell nothing of traces are ignored.
   *
   * @param selected the rows, ascending, or null for all
   * @param count how many of {@code selected}
   */
  public void accept(ColumnBatch batch, int[] selected, int count) {
    know(batch.type());
    int rows = SelectedRows.count(batch, selected, count);
    int[] at = SelectedRows.of(batch, selected);
    switch (fields.kind) {
      case EXECUTION -> executions(batch, at, rows);
      case SPAN -> spans(batch, at, rows);
      case BEFORE -> events(batch, at, rows, EventTree.BEFORE);
      case AFTER -> events(batch, at, rows, EventTree.AFTER);
      case AFTER_FAILED -> events(batch, at, rows, EventTree.AFTER_FAILED);
      case METADATA -> announcements(batch, at, rows);
      case REMOTE_PARENT, REMOTE_CALL -> remotes(batch, at, rows);
      case DURATION -> outside.durations(batch, fields, producer(), at, rows);
      case AGGREGATE -> outside.aggregates(batch, fields, producer(), at, rows);
      default -> {
        // not about executions
      }
    }
  }

  private void know(RecordType type) {
    if (fields == null || fields.type != type) {
      fields = TraceFields.of(type);
    }
  }

  private void executions(ColumnBatch batch, int[] selected, int rows) {
    executedOperations.batch(batch);
    long[] values = batch.values();
    int operationAt = batch.start(fields.operation);
    int idAt = batch.start(fields.id);
    int tinAt = batch.start(fields.begin);
    int toutAt = batch.start(fields.end);
    int eoiAt = batch.start(fields.order);
    int essAt = batch.start(fields.depth);
    int failedAt = fields.failed < 0 ? ABSENT : batch.start(fields.failed);
    long producerId = producer();
    int trace = ClosingOrder.NONE;
    long traceId = 0;
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      long id = values[idAt + row];
      long tin = values[tinAt + row];
      long tout = values[toutAt + row];
      int eoi = (int) values[eoiAt + row];
      int ess = (int) values[essAt + row];
      boolean failed = isSet(values, failedAt, row);
      int operation = executedOperations.id(batch, values[operationAt + row]);
      if (tout < tin) {
        counts.countBackwards();
      }
      if (eoi < 0 || ess < 0) {
        counts.countOutside();
        listener.outside(operations, operation, tin, tout, failed);
        continue;
      }
      if (trace < 0 || id != traceId || open.has(trace, OpenTraces.LISTED)) {
        trace = executionTrace(id, producerId, batch, row);
        traceId = id;
      }
      open.add(
          trace,
          tin,
          eoi,
          tin,
          tout,
          ExecutionTree.place(eoi, ess),
          ExecutionTree.what(operation, failed));
      added(trace, ess == 0 && eoi == 0);
    }
  }

  private void spans(ColumnBatch batch, int[] selected, int rows) {
    executedOperations.batch(batch);
    long[] values = batch.values();
    int operationAt = batch.start(fields.operation);
    int idAt = batch.start(fields.id);
    int remoteAt = batch.start(fields.remoteParent);
    long producerId = producer();
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      long begin = values[batch.start(fields.begin) + row];
      long end = begin + values[batch.start(fields.end) + row];
      long parent = values[batch.start(fields.parentSpan) + row];
      boolean isRemote = isSet(values, remoteAt, row);
      if (end < begin) {
        counts.countBackwards();
      }
      int trace = open.find(values[idAt + row], producerId);
      if (trace < 0) {
        trace = opened(values[idAt + row], producerId);
        open.set(trace, OpenTraces.SPANS);
        open.name(trace, null, fields.text(batch, fields.host, row));
      } else {
        open.touch(trace, order.sequence(), order.time());
      }
      boolean failed =
          fields.status >= 0 && values[batch.start(fields.status) + row] == SpanParts.ERROR;
      int operation = executedOperations.id(batch, values[operationAt + row]);
      long kind = spanKind(batch, row) | (isRemote ? SpanParts.REMOTE_PARENT : 0);
      open.add(trace, begin, -1, begin, end, kind, ExecutionTree.what(operation, failed));
      long span = values[batch.start(fields.span) + row];
      open.add(trace, begin, -1, span, parent, values[batch.start(fields.high) + row], 0);
      added(trace, isRemote || parent == 0);
    }
  }

  /** A client of a database calls no process that works for traces. */
  private long spanKind(ColumnBatch batch, int row) {
    long kind = fields.spanKind < 0 ? 0 : batch.values()[batch.start(fields.spanKind) + row];
    String attributes =
        kind == SpanParts.CLIENT ? fields.text(batch, fields.attributes, row) : null;
    boolean isDatabase = attributes != null && attributes.contains(":db.");
    return isDatabase ? 0 : kind & SpanParts.REMOTE_PARENT - 1;
  }

  /** Whether a flag is set; one whose column is absent is not. */
  private static boolean isSet(long[] values, int at, int row) {
    return at >= 0 && values[at + row] != 0;
  }

  private void added(int trace, boolean root) {
    if (root) {
      open.set(trace, OpenTraces.ROOT);
      order.list(trace);
    }
    if (open.room() > limits.openRecords()) {
      makeRoom(trace);
    }
  }

  /** The trace of that id, unless it has ended: then the id is used again. */
  private int find(long id, long producerId, int kind) {
    int trace = open.find(id, producerId);
    if (trace >= 0 && open.has(trace, kind) && order.hasEnded(trace)) {
      closing.close(trace, losses(), null);
      return ClosingOrder.NONE;
    }
    return trace;
  }

  private int executionTrace(long id, long producerId, ColumnBatch batch, int row) {
    int trace = find(id, producerId, OpenTraces.EXECUTIONS);
    if (trace < 0) {
      trace = opened(id, producerId);
    } else {
      open.touch(trace, order.sequence(), order.time());
      if (open.has(trace, OpenTraces.EVENTS)) {
        clearEvents(trace);
      }
    }
    if (!open.has(trace, OpenTraces.EXECUTIONS)) {
      open.set(trace, OpenTraces.EXECUTIONS);
      open.name(
          trace, fields.text(batch, fields.session, row), fields.text(batch, fields.host, row));
    }
    return trace;
  }

  /** Executions tell the same; what announced the trace stays. */
  private void clearEvents(int trace) {
    boolean announced = open.has(trace, OpenTraces.ANNOUNCED);
    int place = announced ? TraceClosing.announcement(open.block(trace)) : 0;
    long[] words = Arrays.copyOfRange(open.block(trace), place, place + RecordPool.WORDS);
    long begin = open.begin(trace);
    counts.countUnused(open.count(trace) - (announced ? 1 : 0));
    open.clear(trace);
    open.unset(trace, OpenTraces.EVENTS | OpenTraces.LISTED);
    open.set(trace, OpenTraces.OTHER_EVENTS);
    if (announced) {
      open.add(trace, begin, -1, words[0], words[1], words[2], words[3]);
    }
  }

  private void events(ColumnBatch batch, int[] selected, int rows, int kind) {
    chunkOperations.batch(batch);
    long[] values = batch.values();
    int operationAt = batch.start(fields.operation);
    int idAt = batch.start(fields.id);
    int timeAt = batch.start(fields.begin);
    int orderAt = batch.start(fields.order);
    long producerId = producer();
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      long id = values[idAt + row];
      long at = values[timeAt + row];
      int index = (int) values[orderAt + row];
      int trace = find(id, producerId, OpenTraces.EVENTS);
      boolean told = trace >= 0 && open.has(trace, OpenTraces.EXECUTIONS);
      if (told) {
        open.set(trace, OpenTraces.OTHER_EVENTS);
      }
      if (index < 0 || told) {
        counts.countUnused(1);
        continue;
      }
      if (trace < 0) {
        trace = opened(id, producerId);
      } else {
        open.touch(trace, order.sequence(), order.time());
      }
      open.set(trace, OpenTraces.EVENTS);
      long place = ExecutionTree.place(index, kind);
      int operation = chunkOperations.id(batch, values[operationAt + row]);
      open.add(trace, at, index, at, 0, place, operation);
      open.balance(trace, kind == EventTree.BEFORE ? 1 : -1);
      if (open.isComplete(trace)) {
        order.list(trace);
      }
      if (open.room() > limits.openRecords()) {
        makeRoom(trace);
      }
    }
  }

  private void announcements(ColumnBatch batch, int[] selected, int rows) {
    long[] values = batch.values();
    long producerId = producer();
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      long id = values[batch.start(fields.id) + row];
      int trace = open.find(id, producerId);
      if (trace < 0) {
        trace = opened(id, producerId);
      }
      if (open.has(trace, OpenTraces.ANNOUNCED)) {
        counts.countUnused(1);
        continue;
      }
      open.set(trace, OpenTraces.ANNOUNCED);
      open.add(
          trace,
          values[batch.start(fields.begin) + row],
          -1,
          values[batch.start(fields.parentTrace) + row],
          values[batch.start(fields.thread) + row],
          TraceClosing.ANNOUNCEMENT,
          ExecutionTree.place(
              (int) values[batch.start(fields.parentOrder) + row],
              fields.parentDepth < 0 ? 0 : (int) values[batch.start(fields.parentDepth) + row]));
      if (open.session(trace) == null && open.host(trace) == null) {
        open.name(
            trace, fields.text(batch, fields.session, row), fields.text(batch, fields.host, row));
      }
    }
  }

  private void remotes(ColumnBatch batch, int[] selected, int rows) {
    long[] values = batch.values();
    long producerId = producer();
    int linkAt = fields.link < 0 ? ABSENT : batch.start(fields.link);
    for (int i = 0; i < rows; i++) {
      int row = selected[i];
      long id = values[batch.start(fields.id) + row];
      Remote.Kind came = isSet(values, linkAt, row) ? Remote.Kind.LINK : Remote.Kind.PARENT;
      Remote remote =
          new Remote(
              fields.kind == TraceFields.Kind.REMOTE_CALL ? Remote.Kind.CALL : came,
              values[batch.start(fields.begin) + row],
              (int) values[batch.start(fields.order) + row],
              (int) values[batch.start(fields.activeDepth) + row],
              new Remote.Span(
                  values[batch.start(fields.high) + row],
                  values[batch.start(fields.low) + row],
                  values[batch.start(fields.span) + row]),
              fields.text(batch, fields.medium, row));
      int trace = open.find(id, producerId);
      if (trace < 0) {
        early.add(id, losses(), remote);
      } else if (!open.join(trace, remote)) {
        counts.countForgotten();
        counts.countUnused(1);
      } else if (open.room() > limits.openRecords()) {
        makeRoom(trace);
      }
    }
  }

  private int opened(long id, long producerId) {
    while (open.size() >= limits.openTraces()) {
      order.giveWay(ClosingOrder.NONE);
    }
    int trace = open.open(id, producerId, order.sequence(), order.time());
    early.take(id, producerId).forEach(one -> open.join(trace, one));
    if (order.isLate()) {
      open.set(trace, OpenTraces.LATE);
    }
    return trace;
  }

  /** Makes room for records of that trace. */
  private void makeRoom(int needed) {
    while (open.room() > limits.openRecords() && open.size() > 1) {
      order.giveWay(needed);
    }
    if (open.room() > limits.openRecords()) {
      closing.cut(needed, losses(), Reason.TOO_LONG);
    }
  }

  /** The source has ended: closes all traces. */
  public void close() {
    order.close();
    early.close(producers);
    producers.all().stream()
        .map(Producers.Producer::losses)
        .filter(one -> !one.isEnded())
        .forEach(one -> listener.unended(one.id(), one.name(), one.openFrom()));
  }
}
