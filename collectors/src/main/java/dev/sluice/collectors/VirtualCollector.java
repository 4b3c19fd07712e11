package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.Serializer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The collector on a clock that stands until it is moved: what it would do to records that come at
 * given times, found without waiting for them. Ring, pump, encoder and raw writer are those of
 * {@link ChunkingCollector}; only the two threads are replaced by {@link #advanceTo}, which makes
 * their steps at the times at which they would make them. For one thread.
 */
public final class VirtualCollector {
  /** How long a thread that is woken takes to run, about. */
  private static final long WAKE_NANOS = 50_000;

  private static final long NEVER = Long.MAX_VALUE;

  private final VirtualClock clock;
  private final ChunkingCollector collector;
  private final Pump pump;
  private final Outbox outbox;
  private final Signal pressure;
  private final LongSupplier cpuNanos;
  private final LongSupplier lateNanos;

  /** When the pump makes its next step, and whether it sleeps until then. */
  private long pumpAt;

  private boolean asleep;

  private final SlowSink sink;

  /** What the pump waits next when memory is used up, as its thread does. */
  private long pause = Workers.SHORTEST_PAUSE_NANOS;

  /** When the sender, woken, begins. */
  private long senderAt = NEVER;

  private long workNanos;
  private long steps;

  /** Nanoseconds since the start, which is the epoch for instants. */
  private static final class VirtualClock implements Clock {
    // Such as a machine has that runs for some days: small ones would be packed to fewer bytes.
    private static final long BASE = 1L << 48;

    private final long epochNanos;
    private long now;

    VirtualClock(long epochNanos) {
      this.epochNanos = epochNanos;
    }

    @Override
    public long nanoTime() {
      return BASE + now;
    }

    @Override
    public long epochNanos() {
      return epochNanos + now;
    }
  }

  /** Takes any number of chunks at a time and completes each when its time has come. */
  private static final class SlowSink implements RawWriter {
    private final ArrayDeque<Runnable> completions = new ArrayDeque<>();
    private final ArrayDeque<Long> times = new ArrayDeque<>();
    private final RawWriter writer;
    private final LongUnaryOperator roundTrip;
    private final VirtualClock clock;
    private boolean closing;

    SlowSink(RawWriter writer, LongUnaryOperator roundTrip, VirtualClock clock) {
      this.writer = writer;
      this.roundTrip = roundTrip;
      this.clock = clock;
    }

    @Override
    public int maxChunkBytes() {
      return writer.maxChunkBytes();
    }

    @Override
    public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
      long nanos = closing ? 0 : roundTrip.applyAsLong(chunk.length());
      writer.write(
          chunk,
          nanos <= 0
              ? completion
              : (done, outcome, cause) -> {
                // In the order of the chunks, as a connection answers.
                long last = times.isEmpty() ? 0 : times.getLast();
                times.add(Math.max(last, clock.now + nanos));
                completions.add(() -> completion.completed(done, outcome, cause));
              });
    }

    /** When the next chunk is completed. */
    long next() {
      return times.isEmpty() ? NEVER : times.getFirst();
    }

    void complete() {
      times.removeFirst();
      completions.removeFirst().run();
    }

    /** Completes everything, and at once from now on. */
    void finish() {
      closing = true;
      while (!times.isEmpty()) {
        complete();
      }
    }

    @Override
    public void flush() throws IOException {
      writer.flush();
    }

    @Override
    public void close(Duration timeout) {
      writer.close(timeout);
    }
  }

  private VirtualCollector(
      RawWriter writer,
      Serializer serializer,
      Options options,
      long epochNanos,
      LongSupplier cpu,
      LongSupplier late,
      LongUnaryOperator roundTrip) {
    this.clock = new VirtualClock(epochNanos);
    this.sink = new SlowSink(writer, roundTrip, clock);
    ChunkingCollectorBuilder builder = ChunkingCollector.builder(sink, serializer, options);
    this.collector = builder.clock(clock).manual().build();
    this.pump = collector.pump();
    this.outbox = collector.outbox();
    this.pressure = collector.sink().pressure();
    this.cpuNanos = cpu;
    this.lateNanos = late;
    outbox.step(); // the sender's first, before anything is emitted
  }

  /**
   * A collector at time 0.
   *
   * @param options as {@link ChunkingCollector#builder} reads them
   * @param epochNanos time 0 in nanoseconds since the epoch
   * @param cpuNanos processor time of the calling thread in nanoseconds; time goes on by what the
   *     steps of the pump take. A constant for a pump that takes no time
   * @param lateNanos by how much the pump's next wait for a time is longer than it asks for
   * @param roundTrip nanoseconds from the hand-over of a chunk of so many bytes to its completion,
   *     which {@code writer} makes at once; of no concern but to {@code chunk.adapt} and to memory
   */
  public static VirtualCollector open(
      RawWriter writer,
      Serializer serializer,
      Options options,
      long epochNanos,
      LongSupplier cpuNanos,
      LongSupplier lateNanos,
      LongUnaryOperator roundTrip) {
    return new VirtualCollector(
        writer, serializer, options, epochNanos, cpuNanos, lateNanos, roundTrip);
  }

  /** Where row writers put rows that come {@link #now}. */
  public RowSink rows() {
    return collector.rows();
  }

  /** What to subtract from a time for an instant in a row, see {@code Accounting.clockOffset}. */
  public long instantOffset() {
    return clock.epochNanos() - clock.nanoTime();
  }

  /** Nanoseconds since the start; within a call of the raw writer the time of that call. */
  public long now() {
    return clock.now;
  }

  /** Processor time of the pump and the sender so far, in nanoseconds. */
  public long workNanos() {
    return workNanos;
  }

  /** How often {@code cpuNanos} was asked for {@link #workNanos}, twice each. */
  public long steps() {
    return steps;
  }

  /**
   * Makes the steps that are due before a time; what is emitted afterwards comes at that time.
   *
   * @param nanos nanoseconds since the start, never less than before
   */
  public void advanceTo(long nanos) {
    if (asleep && !pressure.isAwaited()) {
      // A row that was emitted at the last of these times crossed half of the ring.
      asleep = false;
      pumpAt = Math.min(pumpAt, clock.now + WAKE_NANOS);
    }
    for (long due = due(); due < nanos; due = due()) {
      clock.now = Math.max(clock.now, due);
      if (sink.next() == due) {
        sink.complete();
      } else if (senderAt == due) {
        send();
      } else {
        pumpStep();
      }
    }
    clock.now = Math.max(clock.now, nanos);
  }

  private long due() {
    return Math.min(sink.next(), Math.min(pumpAt, senderAt));
  }

  private void pumpStep() {
    long before = cpuNanos.getAsLong();
    Step step = pump.step();
    long took = cpuNanos.getAsLong() - before;
    workNanos += took;
    steps++;
    pumpAt = clock.now + Math.max(0, took);
    asleep = step == Step.IDLE && !pump.isAwake();
    if (asleep) {
      pressure.expect();
      pumpAt += pump.idleNanos() + lateNanos.getAsLong();
    } else if (step == Step.BLOCKED) {
      pumpAt += pause + lateNanos.getAsLong();
    }
    pause =
        step == Step.BLOCKED
            ? Math.min(2 * pause, Workers.LONGEST_PAUSE_NANOS)
            : Workers.SHORTEST_PAUSE_NANOS;
    if (!outbox.work.isAwaited() && senderAt == NEVER) {
      senderAt = clock.now + Math.max(0, took) + WAKE_NANOS;
    }
  }

  private void send() {
    long before = cpuNanos.getAsLong();
    Step step = outbox.step();
    while (step == Step.BUSY) {
      step = outbox.step();
    }
    outbox.work.expect();
    workNanos += cpuNanos.getAsLong() - before;
    steps++;
    senderAt =
        step == Step.BLOCKED ? clock.now + outbox.pauseNanos() + lateNanos.getAsLong() : NEVER;
  }

  /** Closes the collector at the present time and returns what became of the records. */
  public CollectorReport close() {
    long before = cpuNanos.getAsLong();
    sink.finish();
    CollectorReport report = collector.close(Duration.ofHours(1));
    workNanos += cpuNanos.getAsLong() - before;
    steps++;
    return report;
  }
}
