package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Closes traces: makes the tree, says whether it is valid and if not why, and hands it over. For
 * one thread.
 */
final class TraceClosing {
  /** In place of order index and depth, in the record that says how the trace was started. */
  static final long ANNOUNCEMENT = -1;

  private static final int MOST_PARTED = 1 << 12;

  private final OpenTraces open;
  private final Operations operations;
  private final Executed executed;
  private final TraceCounts counts;
  private final TraceListener listener;
  private final EarlyRemotes early;
  private final Trace trace;
  private final ExecutionTree executions;
  private final EventTree events;

  /**
   * Traces that were closed although more of them may come, the latest of them, and why: what comes
   * later lacks what was there.
   */
  private final Map<Parted, Reason> parted = new LinkedHashMap<>();

  private record Parted(long id, long producer) {}

  TraceClosing(
      OpenTraces open,
      Operations operations,
      Executed executed,
      TraceCounts counts,
      TraceListener listener,
      EarlyRemotes early) {
    this.open = open;
    this.operations = operations;
    this.executed = executed;
    this.counts = counts;
    this.listener = listener;
    this.early = early;
    this.trace = new Trace(operations);
    this.executions = new ExecutionTree(trace);
    this.events = new EventTree(trace);
  }

  /** Hands over what came of a trace that stays open; the rest will be another part of it. */
  void cut(int index, Losses losses, Reason reason) {
    handOver(index, losses, reason);
    open.clear(index);
    open.forgetRemotes(index);
    open.unset(index, OpenTraces.ANNOUNCED | OpenTraces.LISTED | OpenTraces.ROOT);
  }

  /**
   * Closes a trace.
   *
   * @param why it is closed, null if it ended
   */
  void close(int index, Losses losses, Reason why) {
    handOver(index, losses, why);
    open.close(index);
  }

  /** Writes or reads which traces were parted. */
  void state(StateCodec codec) throws IOException {
    for (Parted kept : codec.each(parted.keySet(), MOST_PARTED, new Parted(0, 0))) {
      Parted trace = new Parted(codec.number(kept.id), codec.number(kept.producer));
      parted.put(trace, codec.constant(Reason.class, parted.get(kept)));
    }
  }

  private void part(long id, long producer, Reason reason) {
    Parted trace = new Parted(id, producer);
    parted.remove(trace);
    parted.put(trace, reason);
    if (parted.size() > MOST_PARTED) {
      parted.remove(parted.keySet().iterator().next());
    }
  }

  /** Why a part of the trace was closed before; null if none was. */
  private Reason partedBefore(int index) {
    if (parted.isEmpty()) {
      return null;
    }
    Parted trace = new Parted(open.id(index), open.producer(index));
    return open.has(index, OpenTraces.ROOT) ? parted.remove(trace) : parted.get(trace);
  }

  private void begin(int index, Losses losses) {
    trace.fault = null;
    trace.reasons.clear();
    trace.causes.clear();
    trace.lostFrom = Long.MAX_VALUE;
    trace.lostUntil = Long.MIN_VALUE;
    trace.announced = false;
    trace.remotes = List.copyOf(open.remotes(index));
    trace.id = open.id(index);
    trace.producer = open.producer(index);
    trace.producerName = losses.name();
    trace.session = open.session(index);
    trace.host = open.host(index);
  }

  private void handOver(int index, Losses losses, Reason why) {
    if (open.has(index, OpenTraces.SPANS)) {
      parts(index, losses, why);
      return;
    }
    int count = open.count(index);
    long[] block = open.block(index);
    begin(index, losses);
    int records = open.has(index, OpenTraces.ANNOUNCED) ? announced(block, count) : count;
    trace.fromEvents = open.has(index, OpenTraces.EVENTS);
    // Executions alone are announced only if another trace started theirs.
    trace.withEvents =
        open.has(index, OpenTraces.EVENTS | OpenTraces.OTHER_EVENTS)
            || trace.announced && trace.parentTrace == open.id(index);
    boolean unused = trace.fromEvents && isExecuted(open.producer(index), block, records);
    if (records == 0 || unused) {
      counts.countUnused(count);
      trace.lacksAll(open.begin(index), losses, why);
      early.handOver(trace);
    } else {
      handOver(index, losses, why, records);
    }
    // Of events that executions tell once more nothing lacks later.
    if (isEarly(why) && (!unused || trace.announced)) {
      part(open.id(index), open.producer(index), why);
    }
  }

  /** Whether more may come of a trace that is closed for that. */
  private static boolean isEarly(Reason why) {
    return why == Reason.EVICTED || why == Reason.TIMED_OUT || why == Reason.TOO_LONG;
  }

  private void handOver(int index, Losses losses, Reason why, int records) {
    long[] block = open.block(index);
    if (trace.fromEvents) {
      events.build(block, records);
    } else {
      executions.build(block, records, open.maxOrder(index));
    }
    trace.records = open.count(index) + trace.remotes.size();
    trace.since = open.begin(index);
    judge(index, losses, why, partedBefore(index));
    counts.count(trace);
    listener.accept(trace);
  }

  /** Hands over spans, whose requests may be several traces. */
  private void parts(int index, Losses losses, Reason why) {
    Reason before = partedBefore(index);
    for (SpanParts.Part part : SpanParts.of(open.id(index), open.block(index), open.count(index))) {
      begin(index, losses);
      trace.fromEvents = false;
      trace.withEvents = false;
      trace.id = part.id();
      trace.announced = part.parent() != part.id();
      trace.thread = 0;
      trace.parentTrace = part.parent();
      trace.parentOrder = part.parentOrder();
      trace.parentDepth = part.parentDepth();
      trace.remotes = part.remotes();
      executions.build(part.block(), part.count(), part.count() - 1 + part.missing());
      trace.records = part.count();
      trace.since = part.block()[0];
      judge(index, losses, why, part.missing() == 0 ? null : before);
      counts.count(trace);
      listener.accept(trace);
    }
    if (isEarly(why)) {
      part(open.id(index), open.producer(index), why);
    }
  }

  /** Whether the producer emits executions of the operation of the first event as well. */
  private boolean isExecuted(long producer, long[] events, int count) {
    if (!executed.contains(producer, null)) {
      return false;
    }
    int first = 0;
    for (int from = 0; from < count * RecordPool.WORDS; from += RecordPool.WORDS) {
      first = events[from + 2] < events[first + 2] ? from : first;
    }
    return executed.contains(producer, operations.signature((int) events[first + 3]));
  }

  /** Where a trace's announcement is among its records. */
  static int announcement(long[] block) {
    int from = 0;
    while (block[from + 2] != ANNOUNCEMENT) {
      from += RecordPool.WORDS;
    }
    return from;
  }

  /** Takes the announcement out of the records; returns how many others there are. */
  private int announced(long[] block, int count) {
    int from = announcement(block);
    trace.announced = true;
    trace.parentTrace = block[from];
    trace.thread = block[from + 1];
    trace.parentOrder = (int) (block[from + 3] >>> 32);
    trace.parentDepth = (int) block[from + 3];
    int last = (count - 1) * RecordPool.WORDS;
    System.arraycopy(block, last, block, from, RecordPool.WORDS);
    return count - 1;
  }

  private void judge(int index, Losses losses, Reason why, Reason before) {
    long begin = trace.since;
    trace.callsKnown = false;
    boolean whole =
        trace.fault == null && trace.missing == 0 && before == null && why != Reason.TOO_LONG;
    if (whole) {
      trace.state = TraceState.VALID;
      trace.until = trace.end(0);
      boolean lossless = !losses.any(begin, trace.until);
      trace.proven = trace.fromEvents || lossless;
      trace.callsKnown =
          lossless && !early.mayLack(begin) && !open.has(index, OpenTraces.MORE_CALLS);
    } else {
      judgePart(index, losses, why, before);
    }
  }

  /** Says why a trace that lacks something does. */
  private void judgePart(int index, Losses losses, Reason why, Reason before) {
    long begin = trace.since;
    trace.state = trace.fault == null ? TraceState.INCOMPLETE : TraceState.BROKEN;
    trace.proven = false;
    trace.until = Math.max(begin, lastEnd());
    boolean rooted = isRooted(index);
    // When a trace began whose beginning is missing nobody knows.
    long from = !rooted && lacksEarlier() ? Long.MIN_VALUE : begin;
    losses.collect(from, rooted ? trace.until : Long.MAX_VALUE, trace);
    if (before != null) {
      trace.reasons.add(before);
      trace.missing = 0; // what its other part had
    }
    if (open.has(index, OpenTraces.LATE)) {
      trace.reasons.add(Reason.GAP); // its other records may have been closed without these
    }
    if (isTold(why, rooted)) {
      trace.reasons.add(why);
    }
    if (trace.reasons.isEmpty() && trace.fault == null) {
      trace.reasons.add(Reason.NOT_RECORDED);
    }
  }

  private boolean isRooted(int index) {
    boolean isTold = trace.fromEvents || open.has(index, OpenTraces.SPANS);
    return isTold ? !trace.isCut() : open.has(index, OpenTraces.ROOT);
  }

  private long lastEnd() {
    return Arrays.stream(trace.end, 0, trace.size).max().orElse(Long.MIN_VALUE);
  }

  /** Whether the trace lacks something because it was closed for that. */
  private boolean isTold(Reason why, boolean rooted) {
    // Where events are missing, one of another call of the root's operation may seem to be its end.
    if (why == Reason.TOO_LONG || trace.fromEvents && trace.missing > 0 && isEarly(why)) {
      return true;
    }
    // What ran until its producer ended lost nothing; so whatever has lost something did not.
    return why != null && !rooted && (why != Reason.RUNNING || trace.reasons.isEmpty());
  }

  /** Whether more is missing before one of the calls known than the calls that it was made in. */
  private boolean lacksEarlier() {
    boolean lacks = trace.rootless && trace.fromEvents;
    for (int i = 0; trace.rootless && !lacks && i < trace.size(); i++) {
      lacks = trace.order(i) - i > trace.depth(i);
    }
    return lacks;
  }
}
