package dev.sluice.analysis.services;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far the clock of a producer is ahead of that of one that calls it, in nanoseconds. What is
 * called begins when the call has left, and ends before the execution that waits for it; so each
 * call gives an interval. All calls agree on that which is told, unless clocks drift apart or an
 * execution did not wait: then most do (Marzullo, Maintaining the time in a distributed system,
 * 1984).
 *
 * @param pair who calls whom
 * @param least {@code Long.MIN_VALUE} if that is not known, as for messages
 * @param most the upper end of the interval
 * @param calls of that producer by the other, that are here
 * @param agreeing of these, those that do not contradict the interval
 */
public record ClockOffset(Pair pair, long least, long most, long calls, long agreeing) {
  /**
   * Two producers.
   *
   * @param from the id of the one that calls
   * @param fromName its name or, without one, its id
   * @param to the id of the one that is called
   * @param toName its name or, without one, its id
   */
  public record Pair(long from, String fromName, long to, String toName) {}

  /** Whether it is known from both sides. */
  public boolean isBounded() {
    return least != Long.MIN_VALUE;
  }

  /** Of all pairs, those with most calls first. */
  static List<ClockOffset> of(Collection<ServiceCalls.Call> calls) {
    Map<Pair, List<long[]>> pairs = new HashMap<>();
    for (ServiceCalls.Call call : calls) {
      Side from = call.from;
      for (Side to : from == null ? List.<Side>of() : call.to) {
        Pair pair = new Pair(from.producer(), from.name(), to.producer(), to.name());
        long[] interval = interval(from, to);
        if (pair.from != pair.to && interval[0] <= interval[1]) {
          pairs.computeIfAbsent(pair, any -> new ArrayList<>()).add(interval);
        }
      }
    }
    List<ClockOffset> offsets = new ArrayList<>();
    pairs.forEach((pair, intervals) -> offsets.add(most(pair, intervals)));
    offsets.sort(
        Comparator.comparing((ClockOffset one) -> -one.calls).thenComparing(one -> "" + one.pair));
    return offsets;
  }

  private static long[] interval(Side from, Side to) {
    boolean isWaitedFor =
        !ServiceCalls.isMessage(from, to)
            && !from.failed() // it may have waited no longer
            && from.hasEnd()
            && to.hasEnd()
            && to.end() - to.begin() <= from.end() - from.begin();
    return new long[] {
      isWaitedFor ? to.end() - from.end() : Long.MIN_VALUE, to.begin() - from.begin()
    };
  }

  /** The first of the intervals that most of these have in common. */
  private static ClockOffset most(Pair pair, List<long[]> intervals) {
    long[] begins = intervals.stream().mapToLong(one -> one[0]).sorted().toArray();
    long[] ends = intervals.stream().mapToLong(one -> one[1]).sorted().toArray();
    int over = 0;
    ClockOffset best = new ClockOffset(pair, 0, 0, begins.length, 0);
    for (int i = 0; i < begins.length; i++) {
      while (ends[over] < begins[i]) {
        over++;
      }
      if (i + 1 - over > best.agreeing) {
        best = new ClockOffset(pair, begins[i], ends[over], begins.length, i + 1L - over);
      }
    }
    return best;
  }
}
