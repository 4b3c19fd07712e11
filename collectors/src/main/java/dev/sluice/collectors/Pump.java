package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.FailureLog;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Drains the ring into a batch and closes a chunk when it is time. {@link #work} is one step; who
 * calls it, a thread or a test, does not matter. All methods may be called by any thread. Of the
 * two locks, neither is taken by an emitting thread. The one of a step is held over plug-ins, which
 * may hang (encoder, raw writer, logger), so nobody but the pump waits for it without a limit. The
 * one of draining is held for the ring alone and lets reports see a ring that stands still.
 */
final class Pump {
  /** Longest sleep when nothing happens. A ring that fills raises its signal earlier. */
  static final long IDLE_NANOS = 200_000_000;

  /**
   * While many rows arrive the pump only naps: waking a processor that went to sleep may take as
   * long as a ring takes to fill, and emitting threads need not wake it.
   */
  private static final long NAP_NANOS = 100_000;

  /** A shorter look at the ring does not tell at what rate rows come. */
  private static final long SHORTEST_LOOK_NANOS = 1_000_000;

  /** So many rows since the last sleep are many. */
  private static final int BUSY_ROWS = 256;

  private static final CloseReason[] REASONS = CloseReason.values();
  private static final long PUBLISH_NANOS = 10_000_000_000L;

  /** Held for a step; guards batch and sealer. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Guards the ring's consuming side and {@link #drained}. */
  private final Object draining = new Object();

  private final Parts parts;
  private final Limits limits;
  private final RingSink sink;
  private final Ring ring;
  private final RowBatch batch;
  private final ChunkSealer sealer;
  private final Ledger ledger;
  private final Sender sender;
  private final SymbolReleases releases;
  final Flushes flushes;
  private final FailureLog failures;
  private final FailureLog drops;
  private final AtomicLongArray closed = new AtomicLongArray(REASONS.length);
  private long drained;
  private long drainedBefore;
  private long lookedAt;
  private long nanosPerRow = Long.MAX_VALUE;
  private boolean napping;

  /** When the ring was last seen without a row that was in it before. */
  private long seenEmptyAt;

  private long firstRowAt;
  private long sealedAt;
  private long housekeepingAt;
  private long refusedBefore;
  private CloseReason unfinished;
  private volatile boolean ended;

  /**
   * When a chunk closes.
   *
   * @param records records of a chunk
   * @param bytes bytes of a chunk, lowered further by what the raw writer takes
   * @param delayNanos age of its first row
   * @param evict whether the oldest sealed chunk gives way
   */
  record Limits(int records, int bytes, long delayNanos, boolean evict) {}

  Pump(Parts parts, Limits limits, ChunkSealer sealer, Sender sender) {
    this.parts = parts;
    this.limits = limits;
    this.sink = parts.sink;
    this.ring = parts.ring;
    this.batch = parts.batch;
    this.ledger = parts.ledger;
    this.sealer = sealer;
    this.sender = sender;
    this.releases = new SymbolReleases(parts.symbols, parts.ring);
    this.flushes = new Flushes(parts.ring);
    this.failures = parts.episode();
    this.drops = parts.episode();
    this.seenEmptyAt = parts.clock.nanoTime();
    this.sealedAt = seenEmptyAt;
    this.lookedAt = seenEmptyAt;
    this.housekeepingAt = seenEmptyAt;
  }

  /** One step: drains at most a chunk's worth of rows and seals at most one chunk. */
  Step work() {
    Step step = Step.BLOCKED;
    stepping.lock();
    try {
      step = ended ? Step.IDLE : step(parts.clock.nanoTime());
      failures.over("the pump works");
    } catch (Throwable e) {
      failures.failed("the pump failed and goes on", "", e);
    } finally {
      stepping.unlock();
    }
    napping = step == Step.IDLE && drained - drainedBefore >= BUSY_ROWS && !flushes.isPending();
    // Not for every chunk: waking a thread costs more than sealing one.
    if (step != Step.BUSY && !napping && sender.waiting() > 0 || sender.waiting() >= 8) {
      sender.signal.raise();
    }
    return step;
  }

  private Step step(long now) {
    if (now - housekeepingAt >= IDLE_NANOS) {
      housekeepingAt = now;
      keepHouse();
    }
    int maxBytes = maxBytes();
    if (!makeRoom(maxBytes)) {
      return Step.BLOCKED;
    }
    int maxRecords = Math.min(limits.records(), sealer.maxRecords());
    if (unfinished == null) {
      drain(maxRecords, maxBytes, now);
    }
    CloseReason reason = unfinished != null ? unfinished : reason(maxRecords, now);
    if (reason == null) {
      return Step.IDLE;
    }
    seal(reason, maxBytes, now);
    // If memory is short the next batch would fail as well; it is not kept, so nobody waits for it.
    return sealer.isBroken() ? Step.BLOCKED : Step.BUSY;
  }

  private int maxBytes() {
    return Math.max(
        ChunkLayout.MAX_HEADER_BYTES, Math.min(limits.bytes(), parts.writer.maxChunkBytes()));
  }

  private void keepHouse() {
    synchronized (draining) {
      ring.reclaim();
    }
    releases.step(batch.rows() == 0);
    long refused = sink.refusedTotal();
    if (refused != refusedBefore) {
      refusedBefore = refused;
      drops.failed("records are refused, so far ", sink.describeRefused(), null);
    } else {
      drops.over(null);
    }
  }

  private boolean makeRoom(int maxBytes) {
    while (sender.isFull() || !parts.pool.hasRoom(maxBytes)) {
      SealedChunk oldest = limits.evict() ? sender.pollOldest() : null;
      if (oldest == null) {
        return false;
      }
      oldest.drop(DropCause.EVICTED);
    }
    return true;
  }

  private void drain(int maxRecords, int maxBytes, long now) {
    int before = batch.rows();
    if (before == 0) {
      // The oldest of the next rows was emitted after the last look at the ring.
      firstRowAt = seenEmptyAt;
    }
    int maxWords = Math.min(batch.words.length, sealer.wordsFor(maxBytes));
    synchronized (draining) {
      try {
        if (!ended) {
          ring.drain(batch, maxRecords - before, maxWords);
        }
      } finally {
        drained += batch.rows() - before;
      }
    }
    if (batch.rows() < maxRecords && !ring.isCut()) {
      seenEmptyAt = now; // otherwise the batch was too small, and what stayed in the ring is older
    }
  }

  private CloseReason reason(int maxRecords, long now) {
    boolean flushed = flushes.isReached();
    if (batch.rows() == 0) {
      if (flushed) {
        flushes.reached();
      }
      boolean due = now - sealedAt >= PUBLISH_NANOS && !sink.isClosed();
      return due && ledger.hasUnpublishedDrops(sink.refused()) ? CloseReason.DROPS : null;
    }
    if (batch.rows() >= maxRecords) {
      return CloseReason.RECORDS;
    }
    if (ring.isCut()) {
      return CloseReason.BYTES;
    }
    if (flushed) {
      return sink.isClosed() ? CloseReason.CLOSE : CloseReason.FLUSH;
    }
    return now - firstRowAt >= limits.delayNanos() ? CloseReason.AGE : null;
  }

  private void seal(CloseReason reason, int maxBytes, long now) {
    try {
      SealedChunk chunk = sealer.seal(maxBytes, false);
      if (chunk != null) {
        sealedAt = now;
        send(chunk, reason);
      }
    } finally {
      unfinished = batch.rows() > 0 ? CloseReason.BYTES : null;
    }
    if (batch.rows() == 0 && flushes.isReached()) {
      flushes.reached();
    }
  }

  private void send(SealedChunk chunk, CloseReason reason) {
    closed.incrementAndGet(reason.ordinal());
    sender.offer(chunk);
  }

  /**
   * Waits until nobody makes a step; then {@link ReentrantLock#unlock} must follow.
   *
   * @return whether that is so; never for a plug-in that closes the collector from within a step
   */
  private boolean stopStepping(long nanos) {
    if (stepping.isHeldByCurrentThread()) {
      return false;
    }
    long deadline = System.nanoTime() + nanos;
    boolean interrupted = false;
    try {
      for (; ; ) {
        try {
          return stepping.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Seals the last chunk, with the final totals; afterwards the pump has nothing to do any more.
   *
   * @return null if a step did not end within the time: an encoder or a logger hangs
   */
  SealedChunk sealEnd(long nanos) {
    if (!stopStepping(nanos)) {
      return null;
    }
    try {
      SealedChunk chunk = sealer.seal(maxBytes(), true);
      send(chunk, CloseReason.CLOSE);
      return chunk;
    } finally {
      stepping.unlock();
    }
  }

  /** Whether a row is claimed and not committed. */
  boolean isClaimed() {
    synchronized (draining) {
      return ring.isClaimed();
    }
  }

  /** Decides, after the closing, which rows are the last. */
  void cut() {
    synchronized (draining) {
      ring.cut();
    }
  }

  /** Gives up all rows that are not sealed, unless a step does not end within the time. */
  void discard(long nanos) {
    if (!stopStepping(nanos)) {
      return;
    }
    try {
      synchronized (draining) {
        discardRows();
      }
    } finally {
      stepping.unlock();
    }
  }

  private void discardRows() {
    while (batch.rows() > 0 || ring.waitingRows() > 0) {
      ledger.spoiled(DropCause.CLOSED, batch.rows());
      batch.clear();
      try {
        ring.drain(batch, Integer.MAX_VALUE, batch.words.length);
      } finally {
        drained += batch.rows();
      }
    }
    unfinished = null;
  }

  /** The end of all steps: what is not sealed by now is dropped and counted. Idempotent. */
  void end() {
    synchronized (draining) {
      if (!ended) {
        drained += ring.waitingRows();
        ended = true;
        ledger.finish(drained);
      }
    }
  }

  boolean isEnded() {
    return ended;
  }

  /** Asks for everything emitted before to be sealed, see {@link Flushes#enter}. */
  long requestFlush() {
    long ticket = flushes.enter();
    ring.state.pressure.raise();
    return ticket;
  }

  /** How long the pump may sleep after an idle step. Pump only. */
  long idleNanos() {
    long now = parts.clock.nanoTime();
    long slept = now - lookedAt;
    if (slept >= SHORTEST_LOOK_NANOS) {
      nanosPerRow = drained == drainedBefore ? Long.MAX_VALUE : slept / (drained - drainedBefore);
    }
    drainedBefore = drained;
    lookedAt = now;
    if (napping) {
      return NAP_NANOS;
    }
    if (flushes.isPending()) {
      return 1_000_000;
    }
    long nanos = Math.min(IDLE_NANOS, lookNanos());
    return batch.rows() == 0
        ? nanos
        : Math.min(nanos, Math.max(1, firstRowAt + limits.delayNanos() - now));
  }

  // How old the rows are that a full chunk leaves in the ring is known only from the last look.
  // Where a chunk is full before its time is over, looks are so close that these rows can wait for
  // a chunk of their own.
  private long lookNanos() {
    long delay = limits.delayNanos();
    return nanosPerRow < delay / limits.records() ? delay / 4 : delay;
  }

  /** Whether the pump must not sleep. Pump only. */
  boolean isAwake() {
    return flushes.isNew() || ring.isPressing();
  }

  boolean isEncoderFailing() {
    return sealer.isFailing();
  }

  CollectorReport report() {
    synchronized (draining) {
      return ledger.report(drained, ended ? 0 : ring.waitingRows(), sink.refused());
    }
  }

  Map<CloseReason, Long> closeReasons() {
    Map<CloseReason, Long> counts = new EnumMap<>(CloseReason.class);
    for (CloseReason reason : REASONS) {
      if (closed.get(reason.ordinal()) > 0) {
        counts.put(reason, closed.get(reason.ordinal()));
      }
    }
    return counts;
  }
}
