package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.CollectorReport;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Drains the ring into a batch and closes a chunk when it is time. {@link #work} is one step; who
 * calls it, a thread or a test, does not matter. All methods may be called by any thread: a lock,
 * never taken by an emitting thread, lets reports see a pump that stands still.
 */
final class Pump {
  /** Longest sleep when nothing happens. A ring that fills rings the bell earlier. */
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

  private static final long PUBLISH_NANOS = 10_000_000_000L;

  private final ReentrantLock lock = new ReentrantLock();
  private final Parts parts;
  private final Limits limits;
  private final Gate gate;
  private final StripeTable table;
  private final RowBatch batch;
  private final ChunkSealer sealer;
  private final Ledger ledger;
  private final Sender sender;
  private final SymbolReleases releases;
  private final Episode failures;
  private final Episode drops;
  private final Map<CloseReason, Long> closed = new EnumMap<>(CloseReason.class);
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
  private long[] flushMark;
  private volatile long flushRequested;
  private volatile long flushDone;

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
    this.gate = parts.gate;
    this.table = parts.table;
    this.batch = parts.batch;
    this.ledger = parts.ledger;
    this.sealer = sealer;
    this.sender = sender;
    this.releases = new SymbolReleases(parts.symbols, parts.table);
    this.failures = parts.episode();
    this.drops = parts.episode();
    this.seenEmptyAt = parts.clock.nanoTime();
    this.sealedAt = seenEmptyAt;
    this.lookedAt = seenEmptyAt;
    this.housekeepingAt = seenEmptyAt;
  }

  /** One step: drains at most a chunk's worth of rows and seals at most one chunk. Never throws. */
  Step work() {
    lock.lock();
    Step step;
    try {
      step = step(parts.clock.nanoTime());
      failures.over("the pump works");
    } catch (Throwable e) {
      failures.failed("the pump failed and goes on", e);
      step = Step.BLOCKED;
    } finally {
      lock.unlock();
    }
    napping =
        step == Step.IDLE && drained - drainedBefore >= BUSY_ROWS && flushRequested == flushDone;
    // Not for every chunk: waking a thread costs more than sealing one.
    if (step != Step.BUSY && !napping && sender.waiting() > 0 || sender.waiting() >= 8) {
      sender.bell.ring();
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
    return Step.BUSY;
  }

  private int maxBytes() {
    return Math.max(
        ChunkLayout.MAX_HEADER_BYTES, Math.min(limits.bytes(), parts.writer.maxChunkBytes()));
  }

  private void keepHouse() {
    table.reclaim();
    releases.step(batch.rows() == 0);
    long refused = gate.refusedTotal();
    if (refused != refusedBefore) {
      refusedBefore = refused;
      drops.failed("records are refused, so far " + gate.describeRefused(), null);
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
    boolean first = batch.rows() == 0;
    int maxWords = Math.min(batch.words.length, sealer.wordsFor(maxBytes));
    int rows = table.drain(batch, maxRecords - batch.rows(), maxWords);
    drained += rows;
    if (first && rows > 0) {
      // The oldest of them was emitted after the last look at the ring.
      firstRowAt = seenEmptyAt;
    }
    if (batch.rows() < maxRecords && !table.isCut()) {
      seenEmptyAt = now; // otherwise the batch was too small, and what stayed in the ring is older
    }
  }

  private CloseReason reason(int maxRecords, long now) {
    boolean flushed = isFlushReached();
    if (batch.rows() == 0) {
      if (flushed) {
        flushMark = null;
        flushDone = flushDone + 1;
      }
      boolean due = now - sealedAt >= PUBLISH_NANOS && !gate.isClosed();
      return due && ledger.hasUnpublishedDrops(gate.refused()) ? CloseReason.DROPS : null;
    }
    if (batch.rows() >= maxRecords) {
      return CloseReason.RECORDS;
    }
    if (table.isCut()) {
      return CloseReason.BYTES;
    }
    if (flushed) {
      return gate.isClosed() ? CloseReason.CLOSE : CloseReason.FLUSH;
    }
    return now - firstRowAt >= limits.delayNanos() ? CloseReason.AGE : null;
  }

  private boolean isFlushReached() {
    if (flushRequested == flushDone) {
      return false;
    }
    if (flushMark == null) {
      flushMark = table.ends();
    }
    return table.isDrainedTo(flushMark);
  }

  private void seal(CloseReason reason, int maxBytes, long now) {
    SealedChunk chunk = sealer.seal(maxBytes, false);
    unfinished = batch.rows() > 0 ? CloseReason.BYTES : null;
    if (chunk != null) {
      sealedAt = now;
      closed.merge(reason, 1L, Long::sum);
      sender.offer(chunk);
    }
  }

  /**
   * Seals the last chunk, with the final totals; afterwards the pump has nothing to do any more.
   */
  SealedChunk sealEnd() {
    lock.lock();
    try {
      SealedChunk chunk = sealer.seal(maxBytes(), true);
      closed.merge(CloseReason.CLOSE, 1L, Long::sum);
      sender.offer(chunk);
      return chunk;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a row is claimed and not committed. */
  boolean isClaimed() {
    lock.lock();
    try {
      return table.isClaimed();
    } finally {
      lock.unlock();
    }
  }

  /** Decides, after the closing, which rows are the last. */
  void cut() {
    lock.lock();
    try {
      table.cut();
    } finally {
      lock.unlock();
    }
  }

  /** Gives up all rows that are not sealed. */
  void discard() {
    lock.lock();
    try {
      while (batch.rows() > 0 || table.waitingRows() > 0) {
        ledger.spoiled(DropCause.CLOSED, batch.rows());
        batch.clear();
        drained += table.drain(batch, Integer.MAX_VALUE, batch.words.length);
      }
      unfinished = null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks for everything emitted before to be sealed; {@link #isFlushed} tells when that is done.
   */
  synchronized long requestFlush() {
    long ticket = flushRequested + 1;
    flushRequested = ticket;
    gate.pumpBell.ring();
    return ticket;
  }

  boolean isFlushed(long ticket) {
    return flushDone >= ticket;
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
    if (flushRequested != flushDone) {
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
    return flushRequested != flushDone && flushMark == null || table.isPressing();
  }

  boolean isEncoderFailing() {
    return sealer.isFailing();
  }

  CollectorReport report() {
    lock.lock();
    try {
      return ledger.report(drained, table.waitingRows(), batch.rows(), gate.refused());
    } finally {
      lock.unlock();
    }
  }

  Map<CloseReason, Long> closeReasons() {
    lock.lock();
    try {
      return new EnumMap<>(closed);
    } finally {
      lock.unlock();
    }
  }
}
