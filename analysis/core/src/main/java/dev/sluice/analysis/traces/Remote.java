package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What joins a trace with those of other processes: a call that left it, or one that it works for.
 *
 * @param time when it left, or was noticed; nanoseconds since the epoch
 * @param order of a place in the trace, as in {@link Trace#starter}; -1 if the trace began with it
 * @param depth how many executions were active there, 0 if the trace began with it
 * @param span the id of the call, which both sides know
 * @param medium how it left, such as {@code http}; null of what came
 */
public record Remote(Kind kind, long time, int order, int depth, Span span, String medium) {
  /** Of a trace that has more of them the others are counted and forgotten. */
  static final int MOST = 1 << 12;

  /** The medium of messages, for whose end nobody waits. */
  public static final String MESSAGE = "kafka";

  /** What it is to the trace. */
  public enum Kind {
    /** The trace works for that call. */
    PARENT,
    /** The trace works for that message and others, so that none of them is the parent. */
    LINK,
    /** The trace made that call, or sent that message. */
    CALL
  }

  /**
   * The id of a call.
   *
   * @param high the first half of the request's trace id of the W3C
   * @param low its second half
   * @param id of the call in it
   */
  public record Span(long high, long low, long id) {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    /** The request's trace id of the W3C, 32 hexadecimal digits. */
    public String trace() {
      return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    /** A number that depends on all its bits. */
    public long hash() {
      long mixed = ((high * GOLDEN_RATIO ^ low) * GOLDEN_RATIO ^ id) * GOLDEN_RATIO;
      return (mixed ^ mixed >>> 29) * GOLDEN_RATIO;
    }

    @Override
    public int hashCode() {
      return (int) (hash() >>> Integer.SIZE);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Span span && span.id == id && span.low == low && span.high == high;
    }

    /** Writes it, or reads one. */
    public static Span state(StateCodec codec, Span kept) throws IOException {
      Span span = codec.isReading() ? new Span(0, 0, 0) : kept;
      return new Span(codec.number(span.high), codec.number(span.low), codec.number(span.id));
    }
  }

  /** Writes those of a trace, or reads them. */
  static List<Remote> state(StateCodec codec, List<Remote> kept) throws IOException {
    List<Remote> all = new ArrayList<>();
    Remote none = new Remote(Kind.CALL, 0, 0, 0, new Span(0, 0, 0), null);
    for (Remote one : codec.each(kept, MOST, none)) {
      Kind kind = codec.constant(Kind.class, one.kind);
      if (kind == null) {
        throw new IOException("the state has a call of no kind");
      }
      all.add(
          new Remote(
              kind,
              codec.number(one.time),
              codec.number(one.order),
              codec.number(one.depth),
              Span.state(codec, one.span),
              codec.text(one.medium)));
    }
    return all;
  }
}
