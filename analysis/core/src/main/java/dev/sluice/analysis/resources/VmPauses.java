package dev.sluice.analysis.resources;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * When Java VMs stood still for their garbage collectors: how often and how long, and the longest
 * {@value #MOST} pauses, whatever their order. For one thread.
 */
public final class VmPauses {
  /** Most pauses that are kept. */
  public static final int MOST = 512;

  private static final Comparator<Pause> ORDER =
      Comparator.comparingLong(Pause::nanos)
          .thenComparingLong(Pause::begin)
          .thenComparingLong(Pause::producer)
          .thenComparing(Pause::phase);

  private final Queue<Pause> longest = new PriorityQueue<>(ORDER);
  private long count;
  private long nanos;

  /**
   * A pause.
   *
   * @param producer id of the producer whose VM paused
   * @param begin nanoseconds since the epoch
   * @param nanos how long it was
   * @param phase what the VM calls it
   */
  public record Pause(long producer, long begin, long nanos, String phase) {
    /** Nanoseconds of it within a time. */
    public long within(long from, long until) {
      return Math.max(0, Math.min(begin + nanos, until) - Math.max(begin, from));
    }
  }

  void add(Pause pause) {
    count++;
    nanos += pause.nanos;
    keep(pause);
  }

  private void keep(Pause pause) {
    longest.add(pause);
    if (longest.size() > MOST) {
      longest.remove();
    }
  }

  void merge(VmPauses other) {
    count += other.count;
    nanos += other.nanos;
    other.longest.forEach(this::keep);
  }

  void state(StateCodec codec) throws IOException {
    codec.name("pauses 1");
    List<Pause> all = codec.each(longest(), MOST, new Pause(0, 0, 0, ""));
    longest.clear();
    for (Pause of : all) {
      longest.add(
          new Pause(
              codec.number(of.producer),
              codec.number(of.begin),
              codec.number(of.nanos),
              codec.given(of.phase)));
    }
    count = codec.number(count);
    nanos = codec.number(nanos);
  }

  /** The longest, by their begin. */
  public List<Pause> longest() {
    return longest.stream()
        .sorted(Comparator.comparingLong(Pause::begin).thenComparing(ORDER))
        .toList();
  }

  /** How many there were. */
  public long count() {
    return count;
  }

  /** Nanoseconds of all of them. */
  public long nanos() {
    return nanos;
  }
}
