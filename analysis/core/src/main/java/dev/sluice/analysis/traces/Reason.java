package dev.sluice.analysis.traces;

import java.util.Locale;

/**
 * Why a trace is incomplete, as the headers of its producer's chunks prove it. A trace may have
 * several reasons. The first three name a loss while the trace ran; which of the lost records
 * belonged to it nobody knows.
 */
public enum Reason {
  /** Its producer dropped records, and says why: {@link Trace#dropCauses}. */
  DROPPED("its producer dropped records"),
  /** A chunk is missing: the sequence has a gap; or it came when it was given up. */
  GAP("a chunk is missing"),
  /** The source begins in the middle of the producer's chunks. */
  BEFORE_START("the source begins later"),
  /** It was open when the source ended, and its producer had not: it was killed, or still runs. */
  NO_END("its producer has no end"),
  /** It was still running when its producer ended in good order. */
  RUNNING("still running when its producer ended"),
  /** Nothing of it came for the time-out; a part of it may come later. */
  TIMED_OUT("timed out"),
  /** It gave way to others, because there were more open traces than allowed. */
  EVICTED("evicted: too many open traces"),
  /** It has more records than a trace may have; it was cut. */
  TOO_LONG("cut: more records than a trace may have"),
  /**
   * Nothing was lost: not every execution was recorded, as where operations have other probes or
   * are switched on or off.
   */
  NOT_RECORDED("some executions were not recorded");

  private final String text;

  Reason(String text) {
    this.text = text;
  }

  /** In words, for a line. */
  public String text() {
    return text;
  }

  /** The name in lower case, for JSON and tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
