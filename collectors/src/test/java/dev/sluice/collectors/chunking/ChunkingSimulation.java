package dev.sluice.collectors.chunking;

import dev.sluice.api.chunk.CloseReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/**
 * A pump and a sink on a virtual clock. Rows come at a rate, the sink has a round trip, a time per
 * row and takes one chunk at a time or many; all may change with {@link #run}. Delays are those of
 * chunks, from the first row to the completion.
 */
final class ChunkingSimulation {
  private static final long ENCODE_NANOS_PER_ROW = 30;

  private final Random random;
  private final Chunking chunking;
  private final Queue<Sent> sent =
      new PriorityQueue<>(Comparator.comparingLong((Sent chunk) -> chunk.completedAt));
  double rowsPerSecond = 1000;
  long roundTripNanos = 1_000_000;
  long sinkNanosPerRow;
  boolean oneAtATime;

  /** Of the round trip; what comes on top is distributed exponentially with this mean. */
  double jitter;

  /** Rows that come at once, so many at a time that the rate is kept. */
  int burst = 1;

  /** How late the pump wakes, distributed exponentially with this mean. */
  long lateNanos;

  /** What the sink takes for the first chunk on top: a connection, a start. */
  long startNanos;

  private long now;
  private double arrived;
  private long drained;
  private int rows;
  private long sinkFreeAt;
  private List<Long> delays = new ArrayList<>();
  private long sentRows;

  private record Sent(long firstRowAt, long dueAt, long completedAt, int rows) {}

  /** What a phase came to. */
  record Phase(double seconds, List<Long> sorted, long rows, ChunkLimits limits, long adjusted) {
    double p99Millis() {
      int rank = (int) Math.ceil(0.99 * sorted.size()) - 1;
      return sorted.isEmpty() ? 0 : sorted.get(rank) / 1e6;
    }

    double messagesPerSecond() {
      return sorted.size() / seconds;
    }

    double rowsPerMessage() {
      return (double) rows / Math.max(1, sorted.size());
    }
  }

  ChunkingSimulation(ChunkLimits limits, String goal) {
    this(limits, goal, 7);
  }

  ChunkingSimulation(ChunkLimits limits, String goal, long seed) {
    random = new Random(seed);
    chunking =
        new Chunking(limits, limits.records(), goal == null ? null : DelayGoal.parse(goal), now);
  }

  Chunking chunking() {
    return chunking;
  }

  /** Runs for a time; the chunks that were completed in it. */
  Phase run(Duration time) {
    long end = now + time.toNanos();
    long before = adjusted();
    delays = new ArrayList<>();
    sentRows = 0;
    while (now < end) {
      step();
    }
    List<Long> sorted = delays.stream().sorted().toList();
    var status = chunking.status();
    return new Phase(
        time.toNanos() / 1e9,
        sorted,
        sentRows,
        new ChunkLimits(status.records(), status.bytes(), status.delayNanos()),
        adjusted() - before);
  }

  long adjusted() {
    return chunking.status().raised() + chunking.status().lowered();
  }

  private void step() {
    complete();
    if (rows == 0) {
      chunking.begin(now);
    }
    int most = chunking.maxRecords();
    int taken = (int) Math.min(most - rows, (long) arrived / burst * burst - drained);
    drained += taken;
    rows += taken;
    chunking.drained(rows < most, now);
    CloseReason reason = rows == 0 ? null : chunking.reason(rows, most, false, null, now);
    if (reason != null) {
      advance(rows * ENCODE_NANOS_PER_ROW + 5_000);
      send();
      return;
    }
    chunking.measureRate(drained, now);
    advance(chunking.pauseNanos(rows > 0, now) + 60_000 + tail(lateNanos));
  }

  private void advance(long nanos) {
    now += nanos;
    arrived += nanos * rowsPerSecond / 1e9;
  }

  private void send() {
    long trip = roundTripNanos + startNanos + tail(jitter * roundTripNanos);
    startNanos = 0;
    long begin = Math.max(now, sinkFreeAt);
    sinkFreeAt = begin + rows * sinkNanosPerRow + (oneAtATime ? trip : 0);
    long completedAt = sinkFreeAt + (oneAtATime ? 0 : trip);
    sent.add(new Sent(chunking.firstRowAt(), chunking.dueAt(), completedAt, rows));
    rows = 0;
  }

  private long tail(double mean) {
    return mean == 0 ? 0 : (long) (-Math.log(1 - random.nextDouble()) * mean);
  }

  private void complete() {
    while (!sent.isEmpty() && sent.peek().completedAt <= now) {
      Sent chunk = sent.poll();
      chunking.completed(chunk.firstRowAt, chunk.dueAt, chunk.completedAt);
      delays.add(chunk.completedAt - chunk.firstRowAt);
      sentRows += chunk.rows;
    }
  }
}
