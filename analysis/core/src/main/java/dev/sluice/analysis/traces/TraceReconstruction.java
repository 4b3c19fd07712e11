package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.ChunkOperations;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Puts records back together to traces: operation executions, or before and after events of
 * producers that emit no executions. A trace is identified by its producer and its id.
 *
 * <p>{@link #chunk} comes before the batches of each chunk, with every chunk that the stream
 * delivers, even if none of its records is for this reconstruction; {@link #close} comes at the
 * end. A trace of executions is closed with its root, which ends last, at the end of the chunk;
 * what is missing then may only come with a chunk that is missing, too, and is waited for. What is
 * kept meanwhile is bounded by {@link TraceLimits}. For one thread.
 */
public final class TraceReconstruction {
  /** Text ids of a column are not looked up where a type lacks the field. */
  private static final int ABSENT = -1;

  private final TraceLimits limits;
  private final long timeoutNanos;
  private final TraceListener listener;
  private final Operations operations;
  private final ChunkOperations chunkOperations;
  private final RecordPool pool;
  private final OpenTraces open;
  private final Producers producers;
  private final TraceClosing closing;
  private final TraceCounts counts = new TraceCounts();
  private TraceFields fields;
  private int[] listed = new int[64];
  private int listedCount;
  private long chunk;
  private Producers.Producer producer;

  /** With no trace yet; {@code listener} is told of each that is closed. */
  public TraceReconstruction(TraceLimits limits, TraceListener listener) {
    this.limits = limits;
    this.timeoutNanos = TimeUnit.NANOSECONDS.convert(limits.timeout());
    this.listener = listener;
    this.operations = new Operations(limits.operations());
    this.chunkOperations = new ChunkOperations(operations);
    this.pool = new RecordPool(Math.max(16, limits.openRecords() / 4));
    this.open = new OpenTraces(pool);
    this.producers = new Producers(limits.producers());
    this.closing = new TraceClosing(open, operations, counts, listener);
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

  /** Writes or reads all that is known between two chunks, but for what the listener was told. */
  void state(StateCodec codec) throws IOException {
    codec.name("traces 1");
    operations.state(codec);
    producers.state(codec);
    open.state(codec, limits);
    closing.state(codec);
    counts.state(codec);
    chunk = codec.number(chunk);
    int count = codec.count(listedCount, Integer.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      boolean there = !codec.isReading() && open.has(listed[i], OpenTraces.LISTED);
      if (codec.flag(there)) {
        long id = codec.number(there ? open.id(listed[i]) : 0);
        long of = codec.number(there ? open.producer(listed[i]) : 0);
        if (codec.isReading()) {
          int trace = open.find(id, of);
          if (trace < 0) {
            throw new IOException("the state lists a trace that is not open");
          }
          open.unset(trace, OpenTraces.LISTED);
          list(trace);
        }
      }
    }
  }

  /** A chunk comes: closes what ended with the one before, and what timed out. */
  public void chunk(Accounting accounting) {
    endChunk();
    chunk++;
    chunkOperations.nextChunk();
    long id = accounting.producerId();
    if (producer == null || producer.losses().id() != id) {
      producer = producers.of(id, this::forget);
    }
    // By the time of the chunks before: what this one holds was not silent.
    long time = producer.losses().streamTime();
    if (producer.isSweepDue(time, timeoutNanos) && time - timeoutNanos < time) {
      sweep(id, time - timeoutNanos);
    }
    producer.losses().chunk(accounting);
  }

  /**
   * Takes rows of a batch of the last chunk; rows of types that tell nothing of traces are ignored.
   *
   * @param selected the rows, ascending, or null for all
   * @param count how many of {@code selected}
   */
  public void accept(ColumnBatch batch, int[] selected, int count) {
    if (fields == null || fields.type != batch.type()) {
      fields = TraceFields.of(batch.type());
    }
    int rows = selected == null ? batch.rows() : count;
    switch (fields.kind) {
      case EXECUTION -> executions(batch, selected, rows);
      case BEFORE -> events(batch, selected, rows, EventTree.BEFORE);
      case AFTER -> events(batch, selected, rows, EventTree.AFTER);
      case AFTER_FAILED -> events(batch, selected, rows, EventTree.AFTER_FAILED);
      case METADATA -> announcements(batch, selected, rows);
      case DURATION -> durations(batch, selected, rows);
      case AGGREGATE -> aggregates(batch, selected, rows);
      default -> {
        // not about executions
      }
    }
  }

  private void executions(ColumnBatch batch, int[] selected, int rows) {
    producer.sawExecutions();
    chunkOperations.batch(batch);
    long[] values = batch.values();
    int operationAt = batch.start(fields.operation);
    int idAt = batch.start(fields.id);
    int tinAt = batch.start(fields.begin);
    int toutAt = batch.start(fields.end);
    int eoiAt = batch.start(fields.order);
    int essAt = batch.start(fields.depth);
    int failedAt = fields.failed < 0 ? ABSENT : batch.start(fields.failed);
    long producerId = producer.losses().id();
    long time = producer.losses().streamTime();
    int trace = -1;
    long traceId = 0;
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected[i];
      long id = values[idAt + row];
      long tin = values[tinAt + row];
      long tout = values[toutAt + row];
      int eoi = (int) values[eoiAt + row];
      int ess = (int) values[essAt + row];
      boolean failed = failedAt >= 0 && values[failedAt + row] != 0;
      int operation = chunkOperations.id(batch, values[operationAt + row]);
      if (tout < tin) {
        counts.countBackwards();
      }
      if (eoi < 0 || ess < 0) {
        counts.countOutside();
        listener.outside(operations, operation, tin, tout, failed);
        continue;
      }
      if (trace < 0 || id != traceId || open.has(trace, OpenTraces.LISTED)) {
        trace = executionTrace(id, producerId, time, batch, row);
        traceId = id;
      }
      int count =
          open.add(
              trace,
              tin,
              eoi,
              tin,
              tout,
              ExecutionTree.place(eoi, ess),
              ExecutionTree.what(operation, failed));
      if (ess == 0 && eoi == 0) {
        open.set(trace, OpenTraces.ROOT);
        list(trace);
      } else if (count == limits.traceRecords()) {
        closing.cut(trace, producer.losses(), Reason.TOO_LONG);
      }
      if (open.room() > limits.openRecords()) {
        makeRoom(trace);
      }
    }
  }

  private int executionTrace(long id, long producerId, long time, ColumnBatch batch, int row) {
    int trace = open.find(id, producerId);
    if (trace >= 0 && open.has(trace, OpenTraces.LISTED) && isComplete(trace)) {
      closing.close(trace, producer.losses(), null); // the id is used again
      trace = -1;
    }
    if (trace < 0) {
      trace = opened(id, producerId, time);
    } else {
      open.touch(trace, chunk, time);
      if (open.has(trace, OpenTraces.EVENTS)) {
        counts.countUnused(open.count(trace));
        open.clear(trace);
        open.unset(trace, OpenTraces.EVENTS | OpenTraces.ANNOUNCED);
      }
    }
    if (!open.has(trace, OpenTraces.EXECUTIONS)) {
      open.set(trace, OpenTraces.EXECUTIONS);
      open.name(
          trace, fields.text(batch, fields.session, row), fields.text(batch, fields.host, row));
    }
    return trace;
  }

  private void events(ColumnBatch batch, int[] selected, int rows, int kind) {
    if (producer.hasExecutions()) {
      counts.countUnused(rows);
      return;
    }
    chunkOperations.batch(batch);
    long[] values = batch.values();
    int operationAt = batch.start(fields.operation);
    int idAt = batch.start(fields.id);
    int timeAt = batch.start(fields.begin);
    int orderAt = batch.start(fields.order);
    long producerId = producer.losses().id();
    long streamTime = producer.losses().streamTime();
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected[i];
      long id = values[idAt + row];
      long time = values[timeAt + row];
      int order = (int) values[orderAt + row];
      int trace = open.find(id, producerId);
      if (trace >= 0 && open.has(trace, OpenTraces.LISTED) && isComplete(trace)) {
        closing.close(trace, producer.losses(), null);
        trace = -1;
      }
      if (order < 0 || trace >= 0 && open.has(trace, OpenTraces.EXECUTIONS)) {
        counts.countUnused(1);
        continue;
      }
      if (trace < 0) {
        trace = opened(id, producerId, streamTime);
      } else {
        open.touch(trace, chunk, streamTime);
      }
      open.set(trace, OpenTraces.EVENTS);
      long place = ExecutionTree.place(order, kind);
      int operation = chunkOperations.id(batch, values[operationAt + row]);
      int count = open.add(trace, time, order, time, 0, place, operation);
      open.balance(trace, kind == EventTree.BEFORE ? 1 : -1);
      if (isComplete(trace)) {
        list(trace);
      } else if (count == limits.traceRecords()) {
        closing.cut(trace, producer.losses(), Reason.TOO_LONG);
      }
      if (open.room() > limits.openRecords()) {
        makeRoom(trace);
      }
    }
  }

  /** Whether no record of the trace can be missing, or only its last ones. */
  private boolean isComplete(int trace) {
    int records = open.count(trace) - (open.has(trace, OpenTraces.ANNOUNCED) ? 1 : 0);
    return records == open.maxOrder(trace) + 1
        && (open.has(trace, OpenTraces.EVENTS)
            ? records > 0 && open.balance(trace, 0) == 0
            : open.has(trace, OpenTraces.ROOT));
  }

  private void announcements(ColumnBatch batch, int[] selected, int rows) {
    long[] values = batch.values();
    long producerId = producer.losses().id();
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected[i];
      long id = values[batch.start(fields.id) + row];
      int trace = open.find(id, producerId);
      if (trace < 0) {
        trace = opened(id, producerId, producer.losses().streamTime());
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

  private void durations(ColumnBatch batch, int[] selected, int rows) {
    chunkOperations.batch(batch);
    long[] values = batch.values();
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected[i];
      long end = values[batch.start(fields.end) + row];
      long duration = values[batch.start(fields.begin) + row];
      int operation = chunkOperations.id(batch, values[batch.start(fields.operation) + row]);
      boolean failed = fields.failed >= 0 && values[batch.start(fields.failed) + row] != 0;
      counts.countOutside();
      listener.outside(operations, operation, end - duration, end, failed);
    }
  }

  private void aggregates(ColumnBatch batch, int[] selected, int rows) {
    chunkOperations.batch(batch);
    long[] values = batch.values();
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected[i];
      int operation = chunkOperations.id(batch, values[batch.start(fields.operation) + row]);
      counts.countOutside();
      long calls = values[batch.start(fields.count) + row];
      if (calls > 0) {
        listener.aggregated(
            operations,
            operation,
            new Aggregate(
                calls,
                Math.max(0, values[batch.start(fields.exceptions) + row]),
                Math.max(0, values[batch.start(fields.sum) + row]),
                Math.max(0, values[batch.start(fields.min) + row]),
                Math.max(0, values[batch.start(fields.max) + row]),
                fields.histogram < 0 ? null : batch.bytes(fields.histogram, row)));
      }
    }
  }

  private int opened(long id, long producerId, long time) {
    if (open.size() >= limits.openTraces()) {
      evict(open.oldest());
    }
    return open.open(id, producerId, chunk, time);
  }

  /** Closes the traces that were silent for longest, but not that one. */
  private void makeRoom(int needed) {
    while (open.room() > limits.openRecords() && open.size() > 1) {
      int oldest = open.oldest();
      evict(oldest == needed ? open.younger(oldest) : oldest);
    }
    if (open.room() > limits.openRecords()) {
      closing.cut(needed, producer.losses(), Reason.TOO_LONG);
    }
  }

  private void evict(int trace) {
    closing.close(trace, losses(trace), Reason.EVICTED);
  }

  private Losses losses(int trace) {
    return producers.losses(open.producer(trace));
  }

  private void list(int trace) {
    if (open.has(trace, OpenTraces.LISTED)) {
      return;
    }
    open.set(trace, OpenTraces.LISTED);
    if (listedCount == listed.length) {
      listed = Arrays.copyOf(listed, listedCount * 2);
    }
    listed[listedCount++] = trace;
  }

  /**
   * All records of the chunk came. Of the traces with a root those are closed that are complete,
   * and those of which something was lost that cannot come any more.
   */
  private void endChunk() {
    for (int i = 0; i < listedCount; i++) {
      int trace = listed[i];
      if (!open.has(trace, OpenTraces.LISTED)) {
        continue; // closed meanwhile
      }
      open.unset(trace, OpenTraces.LISTED);
      Losses losses = losses(trace);
      long begin = open.begin(trace);
      if (isComplete(trace)
          || losses.any(begin, Long.MAX_VALUE) && !losses.hasOpenGap(begin, Long.MAX_VALUE)) {
        closing.close(trace, losses, null);
      }
    }
    listedCount = 0;
  }

  /** Closes the traces of a producer that had no record since that time. */
  private void sweep(long producerId, long silentSince) {
    for (int trace = open.oldest(); trace >= 0; ) {
      int next = open.younger(trace);
      if (open.producer(trace) == producerId && open.time(trace) < silentSince) {
        closing.close(trace, producer.losses(), Reason.TIMED_OUT);
      }
      trace = next;
    }
  }

  private void forget(Losses losses) {
    for (int trace = open.oldest(); trace >= 0; ) {
      int next = open.younger(trace);
      if (open.producer(trace) == losses.id()) {
        closing.close(trace, losses, Reason.EVICTED);
      }
      trace = next;
    }
  }

  /** The source has ended: closes all traces. */
  public void close() {
    endChunk();
    while (open.size() > 0) {
      int trace = open.oldest();
      Losses losses = losses(trace);
      closing.close(trace, losses, losses.isEnded() ? Reason.RUNNING : Reason.NO_END);
    }
  }
}
