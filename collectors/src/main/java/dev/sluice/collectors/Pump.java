package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Signal;
import dev.sluice.api.platform.Task;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.delivery.Ledger;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.collectors.delivery.Producer;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.threads.Step;
import dev.sluice.support.FailureLog;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Drains the ring into a batch and closes a chunk when it is time. A thread or a test calls {@link
 * #step} again and again. All methods may be called by any thread. Of the two locks, neither is
 * taken by an emitting thread. The one of a step is held over plug-ins, which may hang (encoder,
 * store, logger), so nobody but the pump waits for it without a limit. The one of draining is held
 * for the ring alone and lets reports see a ring that stands still.
 */
public final class Pump implements Task {
  private static final long PUBLISH_NANOS = 10_000_000_000L;
  private static final long MAINTAIN_NANOS = 200_000_000;
  private static final long MIN_PAUSE_NANOS = 100_000;
  private static final long MAX_PAUSE_NANOS = 10_000_000;

  /** Lock that is held for a step; guards batch and sealer. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Lock that guards the ring's consuming side and {@link #drained}. */
  private final Object draining = new Object();

  private final Ring ring;
  private final RingSink sink;
  private final Chunking chunking;
  private final RowBatch batch;
  private final ChunkSealer sealer;
  private final Outbox outbox;
  private final Ledger ledger;
  private final Platform platform;
  private final FailureLog failures;
  private final FailureLog drops;
  final Flushes flushes;
  private long drained;
  private long sealedAt;
  private long maintainedAt;
  private long refusedBefore;
  private CloseReason unfinished;

  /** Reason of the chunk that is closed in this step. */
  private CloseReason reason;

  private int maxBytes;

  /** Length of the next pause in nanoseconds while memory is used up. */
  private long pause = MIN_PAUSE_NANOS;

  /** Whether steps do nothing any more; written under their lock or just before it is taken. */
  private volatile boolean stopped;

  private volatile boolean ended;

  Pump(
      RingSink sink,
      Chunking chunking,
      RowBatch batch,
      ChunkSealer sealer,
      Outbox outbox,
      Producer producer) {
    this.ring = sink.ring;
    this.sink = sink;
    this.chunking = chunking;
    this.batch = batch;
    this.sealer = sealer;
    this.outbox = outbox;
    this.ledger = outbox.ledger;
    this.platform = producer.platform();
    this.failures = producer.log();
    this.drops = producer.log();
    this.flushes = new Flushes(ring::ends, ring::isDrainedTo);
    this.sealedAt = platform.nanoTime();
    this.maintainedAt = sealedAt;
  }

  @Override
  public long turn() {
    Step step = step();
    if (step == Step.BLOCKED) {
      // Polling, because whoever completes chunks should not have to wake threads; and each claim
      // that a full ring refuses raises the signal.
      long nanos = pause;
      pause = Math.min(2 * nanos, MAX_PAUSE_NANOS);
      return -nanos;
    }
    pause = MIN_PAUSE_NANOS;
    return step == Step.IDLE ? Math.max(0, idleNanos()) : 0;
  }

  // The parts of a chunk's way do not call one another: the JVM's second compiler takes into one
  // method whatever a frequent method calls. One method for all of it keeps that compiler, and so a
  // processor, for longer than a ring takes to fill.
  /** Makes one step: drains at most the rows of one chunk and seals at most one chunk. */
  Step step() {
    Step step = Step.BLOCKED;
    stepping.lock();
    try {
      long now = platform.nanoTime();
      step = stopped ? step : fill(now);
      if (step == Step.BUSY) {
        step = Step.BLOCKED;
        sealer.encode(maxBytes);
        seal(now);
        // If memory is short the next batch would fail as well; it is not kept, so nobody waits.
        step = sealer.isBroken() ? Step.BLOCKED : Step.BUSY;
      }
      failures.succeeded("the pump works");
    } catch (Throwable e) {
      failures.failed("the pump failed and goes on", "", e);
    } finally {
      stepping.unlock();
    }
    stepped(step);
    return step;
  }

  private void stepped(Step step) {
    if (step == Step.IDLE) {
      chunking.measureRate(drained, platform.nanoTime());
    }
    outbox.wake(step == Step.BLOCKED || step == Step.IDLE && !isBusy());
  }

  private boolean isBusy() {
    return chunking.isBusy() && !flushes.isPending();
  }

  /** Fills the batch; returns {@code BUSY} if it is to be sealed, for {@link #reason}. */
  private Step fill(long now) {
    if (now - maintainedAt >= MAINTAIN_NANOS) {
      maintainedAt = now;
      maintain(now);
    }
    maxBytes = maxBytes();
    if (!outbox.makeRoom(maxBytes)) {
      return Step.BLOCKED;
    }
    reason = unfinished;
    if (unfinished == null) {
      int maxRecords = Math.min(chunking.maxRecords(), sealer.maxRecords());
      drain(maxRecords, maxBytes, now);
      reason = reason(maxRecords, now);
    }
    return reason == null ? Step.IDLE : Step.BUSY;
  }

  /** Does periodic work beside records. */
  private void maintain(long now) {
    synchronized (draining) {
      ring.reclaim();
    }
    sink.types.symbols.release(ring, batch.rows() == 0);
    outbox.maintain(now);
    long refused = sink.refusedTotal();
    if (refused != refusedBefore) {
      refusedBefore = refused;
      drops.failed("records are refused, so far ", sink.describeRefused(), null);
    } else {
      drops.succeeded(null);
    }
  }

  private int maxBytes() {
    return Math.max(
        ChunkSealer.HEADER_ROOM + ChunkLayout.CRC_BYTES,
        Math.min(chunking.bytes(), outbox.maxChunkBytes()));
  }

  private void drain(int maxRecords, int maxBytes, long now) {
    int before = batch.rows();
    if (before == 0) {
      chunking.begin(now);
    }
    int maxWords = Math.min(batch.words.length, sealer.wordsFor(maxBytes));
    synchronized (draining) {
      if (!ended) {
        take(maxRecords - before, maxWords);
      }
    }
    chunking.drained(batch.rows() < maxRecords && !ring.isCut(), now);
  }

  /** Moves rows from the ring to the batch and counts them, even if that fails. */
  private void take(int maxRows, int maxWords) {
    int before = batch.rows();
    try {
      ring.drain(batch, maxRows, maxWords);
    } finally {
      drained += batch.rows() - before;
    }
  }

  private CloseReason reason(int maxRecords, long now) {
    boolean flushed = flushes.isReached();
    if (batch.rows() == 0) {
      if (flushed) {
        flushes.reached();
      }
      boolean due = now - sealedAt >= PUBLISH_NANOS && !sink.isClosed();
      return due && ledger.hasUnpublishedDrops() ? CloseReason.DROPS : null;
    }
    return chunking.reason(batch.rows(), maxRecords, ring.isCut(), flushReason(flushed), now);
  }

  private CloseReason flushReason(boolean flushed) {
    if (!flushed) {
      return null;
    }
    return sink.isClosed() ? CloseReason.CLOSE : CloseReason.FLUSH;
  }

  private void seal(long now) {
    try {
      if (sealer.seal(reason, false)) {
        sealedAt = now;
      }
    } finally {
      unfinished = batch.rows() > 0 ? CloseReason.BYTES : null;
    }
    if (batch.rows() == 0 && flushes.isReached()) {
      flushes.reached();
    }
  }

  /**
   * Ends the steps and takes their lock. The flag for steps is set first: a busy pump leaves its
   * lock free for less than a microsecond between two steps, which other threads would miss.
   *
   * @return false while the last step is being made; by a plug-in that closes the collector from
   *     within it, too
   */
  private boolean stopStepping() {
    stopped = true;
    return !stepping.isHeldByCurrentThread() && stepping.tryLock();
  }

  /**
   * Seals the last chunk, with the final totals: records that are not sealed by then are dropped
   * and counted in it, under the same lock, and no step seals anything after it.
   *
   * @return whether it is sealed: not while the last step is being made
   */
  boolean sealEnd() {
    if (!stopStepping()) {
      return false;
    }
    try {
      discardRows();
      sealer.encode(maxBytes());
      sealer.seal(CloseReason.CLOSE, true);
      return true;
    } finally {
      stepping.unlock();
    }
  }

  /** Returns whether a row is claimed and not committed. */
  boolean isClaimed() {
    synchronized (draining) {
      return ring.isClaimed();
    }
  }

  /** Decides, after the closing, which rows are the last ones. */
  void cut() {
    synchronized (draining) {
      ring.cut();
    }
  }

  /**
   * Ends the steps and drops all rows that are not sealed; returns false while a step is being
   * made.
   */
  boolean discard() {
    if (!stopStepping()) {
      return false;
    }
    try {
      discardRows();
    } finally {
      stepping.unlock();
    }
    return true;
  }

  private void discardRows() {
    synchronized (draining) {
      while (batch.rows() > 0 || ring.waitingRows() > 0) {
        ledger.spoiled(DropCause.CLOSED, batch.rows());
        batch.clear();
        take(Integer.MAX_VALUE, batch.words.length);
      }
    }
  }

  /** Ends all steps for good: what is not sealed by now is dropped and counted. Idempotent. */
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
    signal().raise();
    return ticket;
  }

  /** Returns the signal that is raised when the pump must not sleep. */
  @Override
  public Signal signal() {
    return ring.state.pressure;
  }

  /** Returns how long the pump may sleep after an idle step. Pump only. */
  long idleNanos() {
    if (flushes.isPending()) {
      return 1_000_000;
    }
    return chunking.pauseNanos(batch.rows() > 0, platform.nanoTime());
  }

  /** Returns whether the pump must not sleep. Pump only. */
  @Override
  public boolean isAwake() {
    return flushes.isNew() || ring.isPressing();
  }

  /** Returns the limits at which chunks close now. Any thread. */
  ChunkingStatus chunking() {
    return chunking.status();
  }

  boolean isEncoderFailing() {
    return sealer.isFailing();
  }

  CollectorReport report() {
    synchronized (draining) {
      return ledger.report(drained, ended ? 0 : ring.waitingRows());
    }
  }
}
