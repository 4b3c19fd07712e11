package dev.sluice.analysis.services;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.chunk.Ids;
import java.io.IOException;
import java.util.Comparator;

/**
 * What one of both sides knows of a call.
 *
 * @param program the name of the producer, or null
 * @param begin when the call left, or the trace began; by the clock of that side
 * @param end when the execution that calls, or the trace, ended; {@code Long.MIN_VALUE} if it is
 *     not known
 * @param isMessage whether nobody waits for its end, as far as that side knows
 */
record Side(
    long producer,
    String program,
    long trace,
    long begin,
    long end,
    boolean failed,
    boolean isMessage) {
  /** So that it does not matter which came first. */
  static final Comparator<Side> ORDER =
      Comparator.comparingLong(Side::begin)
          .thenComparing(Side::producer)
          .thenComparing(Side::trace)
          .thenComparing(Side::isMessage)
          .thenComparing(Side::end);

  static Side calling(Trace trace, Remote call) {
    int by = trace.starter(call.order(), call.depth());
    boolean isMessage = Remote.MESSAGE.equals(call.medium());
    return of(trace, call.time(), by >= 0 && !trace.unfinished(by) ? by : -1, isMessage);
  }

  static Side called(Trace trace, Remote from) {
    boolean isFirst = trace.size() > 0 && !trace.isCut() && from.depth() == 0;
    long begin = isFirst ? trace.begin(0) : from.time();
    return of(trace, begin, isFirst ? 0 : -1, from.kind() == Remote.Kind.LINK);
  }

  private static Side of(Trace trace, long begin, int execution, boolean isMessage) {
    return new Side(
        trace.producer(),
        trace.producerName(),
        trace.id(),
        begin,
        execution < 0 ? Long.MIN_VALUE : trace.end(execution),
        execution >= 0 && trace.failed(execution),
        isMessage);
  }

  boolean hasEnd() {
    return end != Long.MIN_VALUE;
  }

  /** The program's name, or the producer's id without one. */
  String name() {
    return program == null ? Ids.print(producer) : program;
  }

  /** Writes it, or reads one. */
  static Side state(StateCodec codec, Side kept) throws IOException {
    Side side = codec.isReading() ? new Side(0, null, 0, 0, 0, false, false) : kept;
    return new Side(
        codec.number(side.producer),
        codec.text(side.program),
        codec.number(side.trace),
        codec.number(side.begin),
        codec.number(side.end),
        codec.flag(side.failed),
        codec.flag(side.isMessage));
  }
}
