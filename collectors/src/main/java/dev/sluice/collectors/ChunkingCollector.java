package dev.sluice.collectors;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.CollectorStatus;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.delivery.Ledger;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.collectors.delivery.Producer;
import dev.sluice.collectors.spill.SpillStatus;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.collectors.threads.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Collector that batches records into chunks and delivers them to a raw writer. Emitting threads
 * put rows into a bounded ring; a pump thread drains it, encodes and seals; a sender thread feeds
 * the raw writer. All memory comes out of one byte budget. All methods may be called by any thread;
 * {@link #flush} and {@link #close} called by the collector's own threads do not wait.
 */
public final class ChunkingCollector implements Collector {
  /** Option for the producer's name. */
  public static final Key<String> PRODUCER = CollectorKeys.PRODUCER;

  private final RingSink sink;
  private final Pump pump;
  private final Outbox outbox;
  private final CollectorThreads threads;
  private final Closing closing;
  private final Platform platform;
  private final ReentrantLock closeLock = new ReentrantLock();
  private volatile CollectorReport lastReport;

  ChunkingCollector(
      RingSink sink, Pump pump, Outbox outbox, CollectorThreads threads, Producer producer) {
    this.sink = sink;
    this.pump = pump;
    this.outbox = outbox;
    this.threads = threads;
    this.closing = new Closing(sink, pump, outbox, threads, producer);
    this.platform = producer.platform();
  }

  /** Returns a builder for a collector that encodes with a serializer and owns the raw writer. */
  public static ChunkingCollectorBuilder builder(RawWriter writer, Serializer serializer) {
    return builder(writer, serializer, new Options(Map.of()));
  }

  /**
   * Returns a builder that begins with these options, of the collector and of the serializer;
   * {@link ChunkingCollectorBuilder#build} ends the reading of them.
   */
  public static ChunkingCollectorBuilder builder(
      RawWriter writer, Serializer serializer, Options options) {
    return new ChunkingCollectorBuilder(writer, serializer, options);
  }

  /**
   * Returns a collector for a sink, started. Its options are {@link #keys} and those of the raw
   * writer and the serializer.
   *
   * @throws dev.sluice.api.config.ConfigurationException naming all mistakes at once
   */
  public static ChunkingCollector open(Endpoint sink) {
    return builder(sink).build();
  }

  /** Returns a builder for a collector for a sink, with the options of its URI. */
  public static ChunkingCollectorBuilder builder(Endpoint sink) {
    return ChunkingCollectorBuilder.of(sink);
  }

  /** Returns the collector's own options. */
  public static List<Key<?>> keys() {
    return CollectorKeys.ALL;
  }

  @Override
  public RowSink rows() {
    return sink;
  }

  @Override
  public boolean flush(Duration timeout) {
    if (pump.isEnded()) {
      return true;
    }
    long deadline = platform.nanoTime() + Closing.nanos(timeout);
    long ticket = pump.requestFlush();
    try {
      if (!threads.await(() -> pump.flushes.isDone(ticket), deadline)) {
        return false;
      }
    } finally {
      pump.flushes.leave();
    }
    Ledger ledger = outbox.ledger;
    long sequence = ledger.lastSequence();
    outbox.flush();
    return threads.await(() -> ledger.isSettledTo(sequence), deadline);
  }

  @Override
  public CollectorReport report() {
    CollectorReport last = lastReport;
    return last != null ? last : pump.report();
  }

  @Override
  public CollectorReport close(Duration timeout) {
    boolean interrupted = Thread.interrupted();
    try {
      if (closeLock.tryLock(Closing.nanos(timeout), TimeUnit.NANOSECONDS)) {
        closeOnce(timeout);
      }
    } catch (InterruptedException e) {
      interrupted = true; // another thread is closing; it will finish without this one
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return report();
  }

  private void closeOnce(Duration timeout) {
    try {
      closing.run(timeout);
      if (lastReport == null) {
        lastReport = pump.report();
      }
    } finally {
      closeLock.unlock();
    }
  }

  /** Returns the pump, for tests. */
  Pump pump() {
    return pump;
  }

  /** Returns the outbox, for tests. */
  Outbox outbox() {
    return outbox;
  }

  /** Returns the ring's sink, for tests. */
  RingSink sink() {
    return sink;
  }

  /**
   * Makes one step of the pump and one of the outbox, for tests, and returns the result of the
   * pump's.
   */
  Step step() {
    Step step = pump.step();
    outbox.step();
    return step;
  }

  @Override
  public CollectorStatus status() {
    SpillStatus spill = outbox.backlog.spill();
    return new CollectorStatus(
        state(),
        outbox.ledger.closeReasons(),
        sink.types.symbols.inlined(),
        outbox.ledger.adopted(),
        spill.adoptedLost(),
        spill.bytes(),
        spill.problem(),
        outbox.problem(),
        pump.chunking(),
        sink.ring.fill());
  }

  private CollectorState state() {
    if (sink.isClosed()) {
      return CollectorState.CLOSED;
    }
    if (outbox.isDown()) {
      return CollectorState.RETRYING;
    }
    return pump.isEncoderFailing() ? CollectorState.ENCODER_FAILING : CollectorState.RUNNING;
  }
}
