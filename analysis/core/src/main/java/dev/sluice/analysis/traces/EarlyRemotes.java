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
  private final Trace trace = new Trace(null);
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
      handOver(oldest);
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

  private void handOver(Id id) {
    String name = waiting.get(id).producerName;
    handOver(id.trace, id.producer, name, take(id.trace, id.producer));
  }

  /** Tells of those of a trace that is not handed over. */
  void handOver(long id, long producer, String producerName, List<Remote> remotes) {
    if (!remotes.isEmpty()) {
      trace.id = id;
      trace.producer = producer;
      trace.producerName = producerName;
      trace.remotes = List.copyOf(remotes);
      counts.countUnused(remotes.size());
      listener.joined(trace);
    }
  }

  /** All came: no trace comes for those that wait. */
  void close() {
    List.copyOf(waiting.keySet()).forEach(this::handOver);
  }

  void state(StateCodec codec) throws IOException {
    List<Id> ids = List.copyOf(waiting.keySet());
    int count = codec.count(ids.size(), MOST);
    for (int i = 0; i < count; i++) {
      Id id = codec.isReading() ? new Id(0, 0) : ids.get(i);
      Waiting of = codec.isReading() ? new Waiting(null, List.of()) : waiting.get(id);
      id = new Id(codec.number(id.trace), codec.number(id.producer));
      of = new Waiting(codec.text(of.producerName), Remote.state(codec, of.remotes));
      if (codec.isReading()) {
        waiting.put(id, of);
        size += of.remotes.size();
      }
    }
    goneUntil = codec.number(goneUntil);
  }
}
