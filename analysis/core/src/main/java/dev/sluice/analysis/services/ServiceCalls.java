package dev.sluice.analysis.services;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls from program to program: joins what the calling side recorded of each with what the called
 * one did, whichever came first. Of all calls or, if more is known than there is room for, of a
 * part that their ids choose, so that it depends on no order. For one thread.
 */
public final class ServiceCalls {
  /** Sides of calls that are kept. */
  public static final int MOST = 1 << 17;

  /** A message may be worked for by several programs; of more of them the first are kept. */
  private static final int MOST_CALLED = 16;

  private final Map<Remote.Span, Call> calls = new HashMap<>();
  private final int most;
  private int size;

  /** Of 2 to that power of calls, one is here. */
  private int shift;

  /** What is known of a call. */
  static final class Call {
    Side from;
    final List<Side> to = new ArrayList<>(1);

    private int size() {
      return to.size() + (from == null ? 0 : 1);
    }
  }

  /** With room for {@link #MOST} sides. */
  public ServiceCalls() {
    this(MOST);
  }

  /** With room for so many sides. */
  public ServiceCalls(int most) {
    this.most = most;
  }

  /** Takes what a trace knows of calls, also of one of which nothing else came. */
  public void add(Trace trace) {
    for (Remote remote : trace.remotes()) {
      if (isIn(remote.span())) {
        if (remote.kind() == Remote.Kind.CALL) {
          add(remote.span(), Side.calling(trace, remote), List.of());
        } else {
          add(remote.span(), null, List.of(Side.called(trace, remote)));
        }
      }
    }
  }

  private boolean isIn(Remote.Span span) {
    return shift == 0 || span.hash() >>> Long.SIZE - shift == 0;
  }

  private void add(Remote.Span span, Side from, List<Side> to) {
    Call call = calls.computeIfAbsent(span, absent -> new Call());
    size -= call.size();
    if (from != null && (call.from == null || Side.ORDER.compare(from, call.from) < 0)) {
      call.from = from;
    }
    call.to.addAll(to);
    call.to.sort(Side.ORDER);
    call.to.subList(Math.min(MOST_CALLED, call.to.size()), call.to.size()).clear();
    size += call.size();
    while (size > most) {
      part(shift + 1);
    }
  }

  private void part(int least) {
    shift = Math.min(Long.SIZE, least);
    calls.keySet().removeIf(span -> !isIn(span));
    size = calls.values().stream().mapToInt(Call::size).sum();
  }

  /** Adds what another partition has. */
  public void merge(ServiceCalls other) {
    if (other.shift > shift) {
      part(other.shift);
    }
    other.calls.forEach(
        (span, call) -> {
          if (isIn(span)) {
            add(span, call.from, call.to);
          }
        });
  }

  /** How many calls one that is here stands for. */
  public long each() {
    return 1L << shift;
  }

  /** Calls of each program by each other one that are here, those with most calls first. */
  public List<ServiceEdge> edges() {
    Map<ServiceEdge.Key, ServiceEdge> edges = new HashMap<>();
    for (Call call : calls.values()) {
      for (Side to : call.to.isEmpty() ? Collections.<Side>singletonList(null) : call.to) {
        ServiceEdge.Key key =
            new ServiceEdge.Key(name(call.from), name(to), isMessage(call.from, to));
        edges.merge(key, ServiceEdge.none(key).plus(to), (sum, one) -> sum.plus(to));
      }
    }
    return edges.values().stream()
        .sorted(
            Comparator.comparing((ServiceEdge edge) -> -edge.calls())
                .thenComparing(edge -> edge.key().toString()))
        .toList();
  }

  /** Whether the one who calls does not wait for what is called. */
  static boolean isMessage(Side calling, Side called) {
    return calling != null && calling.isMessage() || called != null && called.isMessage();
  }

  private static String name(Side side) {
    return side == null ? null : side.name();
  }

  /** How the clocks of each two producers differ that called each other. */
  public List<ClockOffset> offsets() {
    return ClockOffset.of(calls.values());
  }

  /** Writes or reads all. */
  public void state(StateCodec codec) throws IOException {
    codec.name("services 1");
    shift = codec.count(shift, Long.SIZE - 1);
    boolean reading = codec.isReading();
    for (Remote.Span kept : codec.each(calls.keySet(), most, null)) {
      Remote.Span span = Remote.Span.state(codec, kept);
      Call call = reading ? new Call() : calls.get(span);
      int called = codec.count(call.to.size(), MOST_CALLED);
      boolean isKnown = codec.flag(call.from != null);
      Side from = isKnown ? Side.state(codec, call.from) : null;
      List<Side> to = new ArrayList<>();
      for (int k = 0; k < called; k++) {
        to.add(Side.state(codec, reading ? null : call.to.get(k)));
      }
      if (reading) {
        add(span, from, to);
      }
    }
  }
}
