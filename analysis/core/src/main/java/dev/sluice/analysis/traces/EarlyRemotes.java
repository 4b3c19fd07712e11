package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What joins traces of which no execution came with those of other processes: such a record is made
 * when a trace begins, or on a thread that works for it when it has ended. It takes no place among
 * open traces. At most {@value #MOST} of them; the trace that waits for longest gives way. For one
 * thread.
 */
final class EarlyRemotes {
  static final int MOST = 1 << 16;

  private final Map<Id, Waiting> waiting = new LinkedHashMap<>();
  private final TraceListener listener;
  private final TraceCounts counts;
  private int size;
  private long goneUntil = Long.MIN_VALUE;

  private record Id(long trace, long producer) {}

  private record Waiting(String producerName, List<Remote> remotes) {}

  EarlyRemotes(TraceListener listener, TraceCounts counts) {
    this.listener = listener;
    this.counts = counts;
  }

  void add(long id, Losses producer, Remote remote) {
    List<Remote> remotes =
        waiting.computeIfAbsent(
                new Id(id, producer.id()),
                absent -> new Waiting(producer.name(), new ArrayList<>(1)))
            .remotes;
    if (remotes.size() == Remote.MOST) {
      counts.countForgotten();
      counts.countUnused(1);
      return;
    }
    remotes.add(remote);
    size++;
    while (size > MOST) {
      Id oldest = waiting.keySet().iterator().next();
      for (Remote gone : waiting.get(oldest).remotes) {
        goneUntil = Math.max(goneUntil, gone.time());
        counts.countForgotten();
      }
      handOver(oldest, null);
    }
  }

  /** Those of a trace, which is open now. */
  List<Remote> take(long id, long producer) {
    Waiting of = waiting.isEmpty() ? null : waiting.remove(new Id(id, producer));
    size -= of == null ? 0 : of.remotes.size();
    return of == null ? List.of() : of.remotes;
  }

  /** Whether those of a trace that began then may have given way to others. */
  boolean mayLack(long begin) {
    return begin <= goneUntil;
  }

  /** Gives up to wait; {@code by} is its producer, null if another trace needs the room. */
  private void handOver(Id id, Producers.Producer by) {
    Trace trace = new Trace(null);
    trace.id = id.trace;
    trace.producer = id.producer;
    trace.producerName = waiting.get(id).producerName;
    trace.remotes = List.copyOf(take(id.trace, id.producer));
    trace.lacksAll(
        trace.remotes.stream().mapToLong(Remote::time).min().orElse(0),
        by == null ? null : by.losses(),
        by == null ? Reason.EVICTED : by.losses().isEnded() ? Reason.RUNNING : Reason.NO_END);
    handOver(trace);
  }

  /** Tells of those of a trace that is not handed over, and of one that another started. */
  void handOver(Trace of) {
    if (of.hasParent() || !of.remotes.isEmpty()) {
      counts.countUnused(of.remotes.size());
      listener.joined(of);
    }
  }

  /** All came: no trace comes for those that wait. */
  void close(Producers producers) {
    List.copyOf(waiting.keySet()).forEach(id -> handOver(id, producers.known(id.producer)));
  }

  void state(StateCodec codec) throws IOException {
    for (Id kept : codec.each(waiting.keySet(), MOST, new Id(0, 0))) {
      Waiting of = waiting.getOrDefault(kept, new Waiting(null, List.of()));
      Id id = new Id(codec.number(kept.trace), codec.number(kept.producer));
      of = new Waiting(codec.text(of.producerName), Remote.state(codec, of.remotes));
      if (codec.isReading()) {
        waiting.put(id, of);
        size += of.remotes.size();
      }
    }
    goneUntil = codec.number(goneUntil);
  }
}
