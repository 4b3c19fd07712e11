package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.DeadLetters;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.Decoders;
import dev.sluice.support.FailureLog;
import dev.sluice.support.TimeRange;
import java.io.Flushable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Delivers the records of a raw reader's chunks to the consumer. */
final class ChunkPipeline implements ChunkHandler {
  private final Settings settings;
  private final Supplier<Decoders> newDecoders;
  private final Decoders decoders;
  private final AuditTrail audit;

  /** Last offset that was handled in this poll, by partition. */
  private final Map<String, Long> handled = new HashMap<>();

  /** Highest offset up to which all chunks were handled, by partition, also before a start. */
  private final Map<String, Long> offsets = new Offsets();

  /** Offset up to which all chunks come again, by partition, because a poll failed after it. */
  private final Map<String, Long> comesAgain = new Offsets();

  /** Chunks that could not be decoded in this poll, and in failed polls before it. */
  private final Set<SourcePosition> refused = new HashSet<>();

  /** Lock that is held while quarantine and listeners are called. */
  private final Object told = new Object();

  private final DecodeThreads workers;
  private BiConsumer<Chunk, SourcePosition> taker;
  private boolean warned;

  /** Set by a consumer; seen by all workers, each before its next record. */
  private volatile boolean stopping;

  /** Offsets of the partitions that were asked for last. */
  private static final class Offsets extends LinkedHashMap<String, Long> {
    private static final long serialVersionUID = 1L;
    private static final int MAX_OFFSETS = 1 << 14;

    Offsets() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MAX_OFFSETS;
    }
  }

  /** Ends a poll that a consumer stopped. */
  private static final class PollEnd extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PollEnd() {
      super(null, null, false, false);
    }
  }

  /**
   * Settings of a pipeline: what it does with each chunk.
   *
   * @param quarantine where damage is set aside, or null
   * @param delivery flushed before anything is saved or acknowledged
   * @param positions where is saved what was handled, or null
   * @param lasting whether an offset of the source means the same after a restart
   * @param range which records are handed over
   * @param platform where its threads come from
   */
  record Settings(
      DeadLetters quarantine,
      Flushable delivery,
      PositionStore positions,
      boolean lasting,
      TimeRange range,
      ErrorPolicy policy,
      Consumer<Chunk> chunkListener,
      Consumer<Damage> damageListener,
      Consumer<Loss> lossListener,
      Platform platform) {}

  /**
   * Creates a pipeline with {@code parallelism} threads that deliver records; with 1 it is the
   * thread that polls.
   */
  ChunkPipeline(
      Settings settings,
      int parallelism,
      Supplier<Decoders> newDecoders,
      AuditTrail audit,
      Map<String, Long> handledBefore) {
    this.settings = settings;
    offsets.putAll(handledBefore);
    this.newDecoders = newDecoders;
    this.decoders = newDecoders.get();
    this.workers =
        parallelism == 1 ? null : new DecodeThreads(parallelism, newDecoders, settings.platform);
    this.audit = audit;
  }

  /** Decides how the records of a chunk are delivered. */
  @FunctionalInterface
  interface Opener {
    Delivery open(Chunk chunk, SourcePosition position, Decoders decoders)
        throws MalformedChunkException;
  }

  /** Returns an opener that delivers records one after the other. */
  Opener records(RecordConsumer consumer) {
    return (chunk, position, by) ->
        new RecordDelivery(
            chunk, position, by.decode(chunk), settings.range(), settings.policy(), consumer);
  }

  /** Returns an opener that delivers records as columns. */
  Opener columns(ColumnConsumer consumer) {
    return (chunk, position, by) ->
        new ColumnDelivery(
            chunk, position, by.columns(chunk), settings.range(), settings.policy(), consumer);
  }

  /** Returns a reader that decodes delivered chunks to columns again. */
  ColumnReader columnReader() {
    return new ColumnReader(newDecoders.get(), settings.range());
  }

  /** Delivers records and returns their number. */
  int poll(RawReader reader, Opener opener, Duration timeout) throws IOException {
    AtomicInteger records = new AtomicInteger();
    pollChunks(
        reader,
        (chunk, position) -> {
          if (workers == null) {
            deliver(chunk, position, opener, decoders, records);
          } else {
            // The reader's bytes are valid until this returns.
            Chunk copy = chunk.copy();
            workers.submit(
                chunk.accounting().producerId(),
                by -> deliver(copy, position, opener, by, records));
          }
        },
        timeout);
    return records.get();
  }

  private void deliver(
      Chunk chunk, SourcePosition position, Opener opener, Decoders by, AtomicInteger records) {
    if (stopping) {
      throw new PollEnd();
    }
    Delivery delivery = open(chunk, position, opener, by);
    if (delivery == null) {
      return;
    }
    Positions.Begun begun = delivery.isDivisible() ? audit.begunOf(chunk) : null;
    if (begun != null) {
      delivery.skip(begun);
    }
    boolean divisible = delivery.isDivisible() && audit.isDivisible(chunk);
    while (delivery.next()) {
      if (stopping && divisible) {
        records.addAndGet(delivery.deliveredNow());
        audit.noteBegun(chunk, delivery.begun(audit.fingerprint(chunk)));
        throw new PollEnd();
      }
    }
    finish(delivery);
    records.addAndGet(delivery.deliveredNow());
  }

  /** Ends the poll after the records that are being delivered. Any thread. */
  void stop() {
    stopping = true;
  }

  /** Delivers chunks, which count as delivered after {@link #finish}. */
  void pollChunks(RawReader reader, BiConsumer<Chunk, SourcePosition> chunks, Duration timeout)
      throws IOException {
    taker = chunks;
    stopping = false;
    boolean acknowledged = false;
    try {
      reader.poll(this, timeout);
      await();
      acknowledged = true;
    } catch (PollEnd e) {
      // what was handed over is saved below
    } catch (StoppedException e) {
      throw e.error();
    } finally {
      endPoll(acknowledged);
    }
    if (!acknowledged) {
      save();
    }
  }

  private void endPoll(boolean acknowledged) {
    if (!acknowledged && workers != null) {
      workers.cancel();
    }
    // Of what several threads were given something before the last may not be done.
    noteHandled(acknowledged || workers == null);
    if (acknowledged) {
      comesAgain.clear();
      refused.clear();
    }
  }

  /**
   * Notes the handled offsets of a poll; with several threads a poll may fail at an earlier chunk
   * than the one before it.
   */
  private void noteHandled(boolean all) {
    Map<String, Long> into = all && settings.lasting() ? offsets : comesAgain;
    handled.forEach((partition, offset) -> into.merge(partition, offset, Math::max));
    handled.clear();
  }

  void close() {
    if (workers != null) {
      workers.close();
    }
    if (settings.quarantine() != null) {
      try {
        settings.quarantine().close();
      } catch (IOException e) {
        Loggers.get("dev.sluice.streams").log(Level.WARNING, "cannot close the quarantine: " + e);
      }
    }
  }

  Positions positions() {
    return audit.positions(new LinkedHashMap<>(offsets));
  }

  Audit audit() {
    return audit.snapshot();
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    // What is not known is handed over even there: the source may have been made anew meanwhile.
    boolean again = wasHandled(position);
    if (again && audit.isDelivered(chunk, true)) {
      // Threads may have handled it after the poll that failed: its offset is nowhere yet.
      handled.put(position.partition(), position.offset());
      return;
    }
    if (again && audit.isDamaged()) {
      synchronized (told) {
        refused.add(position); // if it cannot be decoded now, it could not then
      }
    }
    taker.accept(chunk, position);
    handled.put(position.partition(), position.offset());
  }

  @Override
  public void damaged(Damage damage) {
    // Unless none was met: then the source was made anew.
    if (!wasHandled(damage.position()) || !audit.isDamaged()) {
      synchronized (told) {
        quarantine(damage);
      }
      audit.damaged(damage.length());
      handled.put(damage.position().partition(), damage.position().offset());
    }
  }

  @Override
  public void reached(SourcePosition position) {
    if (position.offset() < 0) {
      offsets.remove(position.partition());
      comesAgain.remove(position.partition());
    } else {
      handled.put(position.partition(), position.offset());
    }
  }

  private void await() {
    if (workers != null) {
      workers.await();
    }
  }

  @Override
  public void beforeAcknowledge() {
    await();
    noteHandled(true);
    try {
      save();
    } catch (IOException e) {
      throw new StoppedException(e);
    }
  }

  private void save() throws IOException {
    settings.delivery().flush();
    if (settings.quarantine() != null) {
      settings.quarantine().flush();
    }
    if (settings.positions() != null) {
      settings.positions().save(positions());
    }
  }

  private boolean wasHandled(SourcePosition position) {
    return position.offset() <= offsets.getOrDefault(position.partition(), -1L)
        || position.offset() <= comesAgain.getOrDefault(position.partition(), -1L);
  }

  /**
   * Decodes a chunk; returns null if it came before, cannot be decoded or has no record in the
   * range of time. Valid until the next call.
   */
  Delivery open(Chunk chunk, SourcePosition position, Opener opener) {
    return open(chunk, position, opener, decoders);
  }

  private Delivery open(Chunk chunk, SourcePosition position, Opener opener, Decoders by) {
    if (audit.isRepeated(chunk)) {
      return null;
    }
    if (settings.range().excludes(chunk.accounting())) {
      delivered(chunk, chunk.header().recordCount(), 0);
      return null;
    }
    try {
      return opener.open(chunk, position, by);
    } catch (MalformedChunkException e) {
      if (settings.policy() == ErrorPolicy.STOP) {
        throw StoppedException.at(position, e.getMessage(), e);
      }
      refuse(new Damage(position, chunk.length(), e.getMessage(), chunk.toByteArray()));
      return null;
    }
  }

  /**
   * Reports a chunk that cannot be decoded; a chunk that comes again because another one failed is
   * counted once.
   */
  private void refuse(Damage damage) {
    synchronized (told) {
      if (refused.add(damage.position())) {
        quarantine(damage);
        audit.damaged(damage.length());
      }
    }
  }

  /** Notes that all records of a chunk were delivered. */
  void finish(Delivery delivery) {
    Chunk chunk = delivery.chunk();
    synchronized (told) {
      notifyListeners(delivery, chunk);
    }
    int delivered = delivery.delivered() + delivery.leftOut();
    delivered(chunk, delivered, delivery.rejected());
  }

  private void delivered(Chunk chunk, int records, int rejected) {
    Loss loss = audit.delivered(chunk, records, rejected);
    if (loss != null) {
      synchronized (told) {
        settings.lossListener().accept(loss);
      }
    }
  }

  private void notifyListeners(Delivery delivery, Chunk chunk) {
    if (delivery.rejected() == 0) {
      settings.chunkListener().accept(chunk);
    } else {
      Damage damage =
          new Damage(delivery.position(), chunk.length(), delivery.reason(), chunk.toByteArray());
      warn(damage);
      quarantine(damage);
    }
  }

  /** Logs rejected records, for programs that never ask for the audit. */
  private void warn(Damage damage) {
    if (!warned) {
      warned = true;
      Loggers.get("dev.sluice.streams")
          .log(Level.WARNING, FailureLog.line(damage + "; later ones are counted and not logged"));
    }
  }

  private void quarantine(Damage damage) {
    if (settings.quarantine() != null && damage.length() != Damage.UNKNOWN_LENGTH) {
      try {
        settings.quarantine().put(damage);
      } catch (IOException e) {
        throw new StoppedException(e);
      }
    }
    settings.damageListener().accept(damage);
  }
}
