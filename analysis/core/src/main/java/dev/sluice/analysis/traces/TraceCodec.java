package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;

/** Writes and reads a trace as a part of a state. */
final class TraceCodec {
  private TraceCodec() {}

  /** Writes a copy or reads into one, and returns it. */
  static Trace state(StateCodec codec, Trace trace) throws IOException {
    trace.operation = codec.numbers(trace.operation, trace.size);
    trace.order = codec.numbers(trace.order, trace.size);
    trace.depth = codec.numbers(trace.depth, trace.size);
    trace.parent = codec.numbers(trace.parent, trace.size);
    trace.begin = codec.numbers(trace.begin, trace.size);
    trace.end = codec.numbers(trace.end, trace.size);
    trace.self = codec.numbers(trace.self, trace.size);
    trace.flags = codec.bytes(trace.flags, trace.size);
    trace.size = codec.number(trace.size);
    trace.calls = codec.number(trace.calls);
    trace.id = codec.number(trace.id);
    trace.producer = codec.number(trace.producer);
    trace.producerName = codec.text(trace.producerName);
    trace.session = codec.text(trace.session);
    trace.host = codec.text(trace.host);
    trace.state = codec.constant(TraceState.class, trace.state);
    codec.constants(Reason.class, trace.reasons);
    codec.texts(trace.causes);
    trace.fault = codec.text(trace.fault);
    trace.records = codec.number(trace.records);
    trace.since = codec.number(trace.since);
    trace.until = codec.number(trace.until);
    trace.missing = codec.number(trace.missing);
    trace.lostFrom = codec.number(trace.lostFrom);
    trace.lostUntil = codec.number(trace.lostUntil);
    trace.proven = codec.flag(trace.proven);
    trace.fromEvents = codec.flag(trace.fromEvents);
    trace.withEvents = codec.flag(trace.withEvents);
    trace.rootless = codec.flag(trace.rootless);
    trace.announced = codec.flag(trace.announced);
    trace.thread = codec.number(trace.thread);
    trace.parentTrace = codec.number(trace.parentTrace);
    trace.parentOrder = codec.number(trace.parentOrder);
    trace.parentDepth = codec.number(trace.parentDepth);
    trace.remotes = Remote.state(codec, trace.remotes);
    trace.callsKnown = codec.flag(trace.callsKnown);
    check(trace);
    return trace;
  }

  private static void check(Trace trace) throws IOException {
    boolean right =
        trace.state != null && trace.flags.length >= trace.size && trace.self.length >= trace.size;
    for (int[] numbers : new int[][] {trace.operation, trace.order, trace.depth, trace.parent}) {
      right &= numbers.length >= trace.size;
    }
    right &= trace.begin.length >= trace.size && trace.end.length >= trace.size;
    for (int i = 0; right && i < trace.size; i++) {
      right = trace.operation[i] >= 0 && trace.operation[i] < trace.operations.size();
      right &= trace.parent[i] >= -1 && trace.parent[i] < i;
    }
    if (!right) {
      throw new IOException("the state has a trace that is none");
    }
  }
}
