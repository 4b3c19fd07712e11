package dev.sluice.tools.export;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.resources.ResourceLines;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Traces as track events of Perfetto: a producer is a process, a thread or a lane of traces that do
 * not overlap is a track and a packet sequence with interned names, and what a producer lost is
 * Perfetto's flag that packets before were lost. Numbers of the fields are those of {@code
 * perfetto_trace.proto}. For one thread.
 */
public final class PerfettoExport implements TraceExport {
  private static final int PACKET = 1;
  private static final int TIMESTAMP = 8;
  private static final int TRUSTED_SEQUENCE = 10;
  private static final int TRACK_EVENT = 11;
  private static final int INTERNED_DATA = 12;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int CLOCK_SNAPSHOT = 6;
  private static final int PREVIOUS_PACKET_DROPPED = 42;
  private static final int TIMESTAMP_CLOCK = 58;
  private static final int DEFAULTS = 59;
  private static final int TRACK_DESCRIPTOR = 60;
  private static final int STATE_CLEARED = 1;
  private static final int NEEDS_STATE = 2;
  private static final int BOOTTIME = 6;
  private static final int REALTIME = 1;

  /** A clock of each sequence: nanoseconds since the packet before. */
  private static final int INCREMENTAL = 64;

  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;
  private static final int COUNTER = 4;

  private final OutputStream out;
  private final Map<Long, PerfettoTracks> producers = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private final Message packet = new Message();
  private final Message event = new Message();
  private final Message inner = new Message();
  private final Message innermost = new Message();
  private final Message framed = new Message();
  private int[] stack = new int[64];
  private PerfettoTracks tracks;
  private Accounting last;
  private int nextId = 1;

  PerfettoExport(OutputStream out) {
    this.out = out;
  }

  @Override
  public void chunk(Accounting accounting) {
    last = accounting;
    tracks = producers.get(accounting.producerId());
    if (tracks == null) {
      tracks = new PerfettoTracks(nextId++);
      producers.put(accounting.producerId(), tracks);
      process(accounting);
    }
  }

  @Override
  public void lost(long producer) {
    producers.get(producer).lost();
  }

  private void process(Accounting accounting) {
    String name = accounting.producerName();
    inner.clear().number(1, tracks.process).text(6, name == null ? accounting.producer() : name);
    event.clear().number(1, tracks.process).message(3, inner);
    write(packet.clear().message(TRACK_DESCRIPTOR, event).number(TRUSTED_SEQUENCE, 1));
  }

  @Override
  public void accept(Trace trace) {
    PerfettoTracks of = producers.get(trace.producer());
    PerfettoTracks.Track track = of.of(trace, nextId);
    if (track.id == nextId) {
      nextId++;
    }
    if (!track.described) {
      describe(of, track, trace);
    }
    if (track.fresh) {
      begin(track, Math.max(track.time, trace.begin()));
    }
    int open = 0;
    for (int i = 0; i < trace.size(); i++) {
      while (open > 0 && !isCaller(trace, stack[open - 1], i)) {
        slice(track, trace.end(stack[--open]), SLICE_END);
      }
      beginSlice(track, trace, i);
      if (open == stack.length) {
        stack = Arrays.copyOf(stack, 2 * open);
      }
      stack[open++] = i;
    }
    while (open > 0) {
      slice(track, trace.end(stack[--open]), SLICE_END);
    }
    track.end = Math.max(track.end, track.time);
  }

  /** Returns whether the execution was called, directly or not, by that one. */
  private static boolean isCaller(Trace trace, int caller, int execution) {
    int at = trace.parent(execution);
    while (at > caller) {
      at = trace.parent(at);
    }
    return at == caller || at < 0 && trace.end(caller) >= trace.end(execution);
  }

  private void describe(PerfettoTracks of, PerfettoTracks.Track track, Trace trace) {
    track.described = true;
    String name = track.thread == 0 ? "traces " + of.size() : "thread " + track.thread;
    inner.clear().number(1, of.process).number(2, track.id).text(5, name);
    event.clear().number(1, track.id).message(4, inner);
    write(packet.clear().message(TRACK_DESCRIPTOR, event).number(TRUSTED_SEQUENCE, 1));
  }

  /** Begins a sequence with its clock and track, and no names. */
  private void begin(PerfettoTracks.Track track, long time) {
    track.time = time;
    track.names.clear();
    event
        .clear()
        .message(1, inner.clear().number(1, REALTIME).number(2, time))
        .message(1, inner.clear().number(1, BOOTTIME).number(2, time))
        .message(1, inner.clear().number(1, INCREMENTAL).number(2, 0).number(3, 1).number(4, 1));
    packet.clear().message(CLOCK_SNAPSHOT, event);
    inner.clear().number(11, track.id);
    event.clear().number(TIMESTAMP_CLOCK, INCREMENTAL).message(11, inner);
    packet.message(DEFAULTS, event).number(TRUSTED_SEQUENCE, track.id + 1L);
    packet.number(SEQUENCE_FLAGS, STATE_CLEARED);
    if (track.lost) {
      packet.number(PREVIOUS_PACKET_DROPPED, 1);
    }
    track.fresh = false;
    track.lost = false;
    write(packet);
  }

  private void beginSlice(PerfettoTracks.Track track, Trace trace, int execution) {
    Integer known = track.names.get(trace.operation(execution));
    int name = known == null ? track.names.size() + 1 : known;
    start(track, trace.begin(execution));
    if (known == null) {
      track.names.put(trace.operation(execution), name);
      innermost.clear().number(1, name).text(2, Signature.brief(trace.signature(execution)));
      packet.message(INTERNED_DATA, inner.clear().message(2, innermost));
    }
    event.clear().number(9, SLICE_BEGIN).number(10, name);
    if (execution == 0 && trace.state() != TraceState.VALID) {
      note(trace.state().label(), why(trace));
    }
    if (trace.failed(execution)) {
      note("exception", "true");
    }
    write(packet.message(TRACK_EVENT, event));
  }

  private void note(String name, String text) {
    event.message(4, inner.clear().text(10, name).text(6, text));
  }

  /** Returns why a trace is not whole, for people. */
  static String why(Trace trace) {
    String reasons = trace.reasons().stream().map(Reason::text).collect(Collectors.joining(", "));
    String causes = String.join(", ", trace.dropCauses());
    String all = causes.isEmpty() ? reasons : reasons + " (" + causes + ")";
    return trace.fault() == null ? all : trace.fault() + (all.isEmpty() ? "" : "; " + all);
  }

  private void slice(PerfettoTracks.Track track, long time, int type) {
    start(track, time);
    write(packet.message(TRACK_EVENT, event.clear().number(9, type)));
  }

  /** Times of a sequence do not go backwards; where a clock did, events are at its last time. */
  private void start(PerfettoTracks.Track track, long time) {
    long delta = Math.max(0, time - track.time);
    track.time += delta;
    packet
        .clear()
        .number(TIMESTAMP, delta)
        .number(TRUSTED_SEQUENCE, track.id + 1L)
        .number(SEQUENCE_FLAGS, NEEDS_STATE);
  }

  @Override
  public boolean wants(RecordType type) {
    return ResourceLines.TYPES.contains(type.name());
  }

  /** Samples as counters, one for each number. */
  @Override
  public void rows(ColumnBatch batch) {
    RecordType type = batch.type();
    int time = type.recordTimeField();
    for (int field = 0; field < type.fields().size() && time >= 0; field++) {
      Field of = type.fields().get(field);
      if (field == time || of.type().isText() || of.type().hasContent()) {
        continue;
      }
      for (int row = 0; row < batch.rows(); row++) {
        counter(batch, row, of, field, batch.values()[batch.start(time) + row]);
      }
    }
  }

  private void counter(ColumnBatch batch, int row, Field of, int field, long time) {
    StringBuilder name = new StringBuilder(batch.type().name()).append(' ').append(of.name());
    for (int other = 0; other < batch.type().fields().size(); other++) {
      if (batch.type().fields().get(other).type().isText()) {
        String text = batch.text(batch.values()[batch.start(other) + row]);
        name.append(text == null ? "" : " " + text);
      }
    }
    Integer track = counters.get(last.producerId() + " " + name);
    if (track == null) {
      track = nextId++;
      counters.put(last.producerId() + " " + name, track);
      event.clear().number(1, track).text(2, name.toString()).number(5, tracks.process);
      event.message(8, inner.clear());
      write(packet.clear().message(TRACK_DESCRIPTOR, event).number(TRUSTED_SEQUENCE, 1));
    }
    long bits = batch.values()[batch.start(field) + row];
    event.clear().number(9, COUNTER).number(11, track);
    if (of.type() == FieldType.DOUBLE || of.type() == FieldType.FLOAT) {
      event.real(44, of.type().toDouble(bits));
    } else {
      event.number(30, bits);
    }
    write(
        packet
            .clear()
            .number(TIMESTAMP, time)
            .message(TRACK_EVENT, event)
            .number(TRUSTED_SEQUENCE, 1));
  }

  private void write(Message message) {
    try {
      framed.clear().message(PACKET, message).writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }
}
