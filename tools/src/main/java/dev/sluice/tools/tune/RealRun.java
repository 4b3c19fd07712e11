package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A setting end to end: the recording's records, at their moments, through a real collector for
 * each producer, the real sink and its reader. For one thread, which emits; its own processor time
 * is not counted.
 *
 * <p>The delay of a record begins when it was due, so that a late emit counts. The first part of a
 * run, in which connections are made, and the chunks that only the end closed are left out.
 */
final class RealRun {
  /** Timeout for the last chunks to be accepted, and then again to be delivered. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Time in nanoseconds for opening the collectors before the first record is due. */
  private static final long HEAD_START_NANOS = 100_000_000;

  /** Minimum pause in nanoseconds; shorter ones cost more processor time than they gain. */
  private static final long MIN_PAUSE_NANOS = 100_000;

  /** Equal parts of the time that counts; their figures give the intervals. */
  private static final int PARTS = 5;

  private final Recording recording;
  private final Setting setting;
  private final Opener opener;
  private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private final List<Producer> producers = new ArrayList<>();
  private final Map<Long, Producer> byId = new HashMap<>();
  private final Histogram lateness = new Histogram(3);
  private final TimeSpan span;
  private final Duration patience;
  private final List<Part> parts = new ArrayList<>();
  private long start;

  /**
   * What a run gave.
   *
   * @param answer its figures
   * @param delay nanoseconds of each counted record
   * @param records that were counted
   * @param chunks that were counted
   * @param dropped records that the collectors lost, in all of the run
   * @param lateNanos by how much records were emitted too late, because the machine had other work:
   *     99th percentile
   */
  record Result(Answer answer, Histogram delay, long chunks, long dropped, long lateNanos) {}

  private record Arrival(
      long producer, long lastRecord, int records, int bytes, long nanos, boolean forced) {}

  /** Opens the collectors of a run. */
  interface Opener {
    /** A started collector of that setting that says of its producer what the rows do. */
    ChunkingCollector open(Setting setting, ProducerRows rows);
  }

  /** One producer's records on their way. */
  private static final class Producer {
    final ProducerRows rows;
    final ChunkingCollector collector;
    final ProducerRows.Feeder feeder;
    int next;
    int firstCounted = Integer.MAX_VALUE;

    Producer(ProducerRows rows, ChunkingCollector collector, long instantShift) {
      this.rows = rows;
      this.collector = collector;
      this.feeder = rows.feeder(collector.rows(), instantShift);
    }

    boolean hasNext() {
      return next < rows.records();
    }

    long due() {
      return rows.arrival(next);
    }
  }

  /** A part of the time that counts. */
  private static final class Part {
    final Histogram delay = new Histogram(3);
    long records;
    long chunks;
    long bytes;
    long emitted;
    long cpuNanos;

    void add(Part other) {
      delay.add(other.delay);
      records += other.records;
      chunks += other.chunks;
      bytes += other.bytes;
      emitted += other.emitted;
      cpuNanos += other.cpuNanos;
    }

    /** Returns the figures of the part, which takes that time. */
    Answer answer(Setting setting, double seconds, List<Double> halves) {
      double all = Math.max(1, records);
      return new Answer(
          setting,
          delay.getValueAtPercentile(50),
          delay.getValueAtPercentile(99),
          bytes / all,
          cpuNanos / (double) Math.max(1, emitted),
          chunks / all * emitted / seconds,
          halves);
    }
  }

  private RealRun(
      Recording recording, Setting setting, Opener opener, TimeSpan span, Duration patience) {
    this.recording = recording;
    this.setting = setting;
    this.opener = opener;
    this.span = span;
    this.patience = patience;
  }

  /**
   * Runs it.
   *
   * @param receiver receives the chunks; null if they arrive nowhere
   * @param span of the recording that counts
   * @param patience timeout for the last chunks to be accepted, and then again to be delivered
   * @throws ToolException if the sink delivers nothing
   */
  static Result run(
      Opener opener,
      Receiver receiver,
      Recording recording,
      Setting setting,
      TimeSpan span,
      Duration patience)
      throws InterruptedException {
    RealRun run = new RealRun(recording, setting, opener, span, patience);
    if (receiver != null) {
      receiver.listener(run::arrived);
    }
    try {
      run.open();
      run.emit();
      long dropped = run.close();
      if (receiver != null) {
        run.awaitLast(receiver);
      }
      return run.result(dropped, receiver != null);
    } finally {
      run.close();
    }
  }

  private void open() {
    start = System.nanoTime() + HEAD_START_NANOS;
    for (ProducerRows rows : recording.producers()) {
      ChunkingCollector collector = opener.open(setting, rows);
      Producer producer = new Producer(rows, collector, start - recording.epochNanos());
      producers.add(producer);
      byId.put(collector.report().producerId(), producer);
    }
  }

  private void arrived(Chunk chunk, long nanos) {
    Accounting accounting = chunk.accounting();
    int reason = accounting.closeReason();
    arrivals.add(
        new Arrival(
            accounting.producerId(),
            accounting.emitted(),
            chunk.header().recordCount(),
            chunk.length(),
            nanos,
            reason == CloseReason.CLOSE.number() || reason == CloseReason.FLUSH.number()));
  }

  private void emit() throws InterruptedException {
    PriorityQueue<Producer> queue = new PriorityQueue<>(Comparator.comparingLong(Producer::due));
    producers.stream().filter(Producer::hasNext).forEach(queue::add);
    CpuClock.Others cpu = null;
    for (Producer producer = queue.poll();
        producer != null && producer.due() < span.toNanos();
        producer = queue.poll()) {
      while (part(producer.due()) >= parts.size()) {
        cpu = begin(cpu);
      }
      awaitDue(producer.due());
      lateness.recordValue(Math.max(0, elapsed() - producer.due()));
      producer.feeder.emitNext();
      producer.next++;
      if (!parts.isEmpty()) {
        parts.get(parts.size() - 1).emitted++;
      }
      if (producer.hasNext()) {
        queue.add(producer);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    begin(cpu);
  }

  /** Returns the part that a time belongs to; -1 before the first. */
  private int part(long due) {
    double part = (due - span.fromNanos()) / 1e9 / span.seconds();
    return Math.min(PARTS - 1, (int) Math.floor(part * PARTS));
  }

  /** Begins a part and charges the one before, if any; the result is the processor time so far. */
  private CpuClock.Others begin(CpuClock.Others before) {
    CpuClock.Others now = CpuClock.others();
    if (parts.isEmpty()) {
      producers.forEach(one -> one.firstCounted = one.next);
    } else {
      parts.get(parts.size() - 1).cpuNanos = now.since(before);
    }
    parts.add(new Part());
    return now;
  }

  private void awaitDue(long due) {
    for (long rest = due - elapsed(); rest > 0; rest = due - elapsed()) {
      LockSupport.parkNanos(Math.max(rest, MIN_PAUSE_NANOS));
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  private long elapsed() {
    return System.nanoTime() - start;
  }

  /** Closes the collectors; the result is how many records they lost. */
  private long close() {
    return producers.stream()
        .mapToLong(producer -> producer.collector.close(patience).dropped().total())
        .sum();
  }

  private void awaitLast(Receiver receiver) throws InterruptedException {
    long sent = acknowledged();
    long end = System.nanoTime() + patience.toNanos();
    while (received() < sent && System.nanoTime() - end < 0) {
      receiver.check();
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  private long acknowledged() {
    return producers.stream().mapToLong(one -> one.collector.report().acknowledged()).sum();
  }

  private long received() {
    return arrivals.stream()
        .filter(arrival -> byId.containsKey(arrival.producer))
        .mapToLong(Arrival::records)
        .sum();
  }

  private Result result(long dropped, boolean hasReceiver) {
    Part all = new Part();
    for (Arrival arrival : arrivals) {
      Producer producer = byId.get(arrival.producer);
      long first = arrival.lastRecord - arrival.records;
      boolean counts = producer != null && first >= producer.firstCounted && arrival.records > 0;
      if (!counts || arrival.forced && all.chunks > 0) {
        continue; // what closing forced out counts only where it is all there is
      }
      all.chunks++;
      count(arrival, producer, first);
    }
    if (hasReceiver && all.chunks == 0) {
      String line =
          "the sink worked alone, but delivered none of the %s of a run; %s were rejected"
              .formatted(Figures.count(dropped + acknowledged(), "record"), Figures.count(dropped));
      throw new ToolException(
          line + (dropped > 0 ? ": check the sink, or try a lower --rate" : ""));
    }
    all.chunks = 0;
    parts.forEach(all::add);
    return new Result(
        all.answer(setting, span.seconds(), halves()),
        all.delay,
        all.chunks,
        dropped,
        lateness.getValueAtPercentile(99));
  }

  private void count(Arrival arrival, Producer producer, long first) {
    Part part = parts.get(0);
    for (long record = first; record < arrival.lastRecord; record++) {
      long due = producer.rows.arrival((int) record);
      part = parts.get(Math.max(0, part(due)));
      part.delay.recordValue(Math.max(0, arrival.nanos - start - due));
      part.records++;
    }
    part.chunks++;
    part.bytes += arrival.bytes;
  }

  /** Half of each measure's interval, by the parts with chunks. */
  private List<Double> halves() {
    List<Answer> answers =
        parts.stream()
            .filter(part -> part.chunks > 0 && part.emitted > 0)
            .map(part -> part.answer(setting, span.seconds() / PARTS, List.of()))
            .toList();
    return Arrays.stream(Measure.values())
        .map(one -> Interval.of(answers.stream().mapToDouble(a -> a.of(one)).toArray()).half())
        .toList();
  }
}
