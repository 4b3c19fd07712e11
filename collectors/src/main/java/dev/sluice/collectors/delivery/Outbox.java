package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Signal;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.collectors.threads.Step;
import dev.sluice.support.FailureLog;
import java.io.IOException;
import java.time.Duration;

/**
 * Sends sealed chunks: gives them to the raw writer, one after the other, retries if it does not
 * take one, and receives their outcome from any thread. The steps are the sender's; the pump adds
 * chunks.
 */
public final class Outbox implements Task, SealedChunk.Settlement {
  /**
   * Maximum number of attempts, in half a second, for a chunk for which the writer has no memory;
   * it is then lost.
   */
  private static final int MAX_SHORTAGES = 12;

  private static final int WAKE_CHUNKS = 8;
  private static final long GRACE_NANOS = 800_000_000;
  private static final long CHECK_INTERVAL_NANOS = 1_000_000;

  /**
   * Maximum time in nanoseconds that chunks wait for a raw writer that neither takes nor completes
   * one.
   */
  private static final long STALLED_NANOS = 1_000_000_000;

  private static final long IDLE_NANOS = 1_000_000_000;

  private final Signal work = new Signal();

  public final Ledger ledger;
  private final RawWriter writer;
  public final Backlog backlog;
  private final CollectorThreads threads;
  private final Platform platform;
  private final Chunking chunking;
  private final long windowBytes;
  private final Outage outage;
  private final FailureLog rejections;
  private int shortages;

  /** Whether the last step could not do the work that there is. Sender only. */
  private boolean blocked;

  /** The chunk that the sender holds. */
  private volatile SealedChunk current;

  /**
   * Number of moves of the ledger when progress was last checked, and the time of the last
   * progress.
   */
  private long movesBefore;

  private long movedAt;

  // From the start, so that a medium that can connects before the first chunk comes.
  private volatile boolean flushing = true;
  private volatile boolean givenUp;
  private volatile boolean closing;

  /**
   * Creates an outbox for a raw writer.
   *
   * @param meanwhile what happens to records in an outage, for its first line
   * @param windowBytes it is given nothing while it holds more
   */
  public Outbox(
      RawWriter writer,
      Ledger ledger,
      Backlog backlog,
      CollectorThreads threads,
      Chunking chunking,
      String meanwhile,
      long windowBytes,
      Producer producer) {
    this.writer = writer;
    this.ledger = ledger;
    this.backlog = backlog;
    this.threads = threads;
    this.chunking = chunking;
    this.platform = producer.platform();
    this.windowBytes = windowBytes;
    this.movedAt = platform.nanoTime();
    this.outage = new Outage(ledger, meanwhile, producer);
    this.rejections = producer.log();
  }

  /** Returns the maximum size in bytes of a chunk that the raw writer takes now. */
  public int maxChunkBytes() {
    return writer.maxChunkBytes();
  }

  /** Does periodic work. Pump only. */
  public void maintain(long now) {
    backlog.maintain();
    long moves = ledger.moves();
    if (moves != movesBefore || ledger.waiting() == 0 || isDown() || !backlog.hasStore()) {
      movesBefore = moves;
      movedAt = now;
    } else if (now - movedAt >= STALLED_NANOS) {
      // The medium may hang for long, and nobody says so: what waits is safer in the store.
      delayed("the sink has taken nothing for a second");
    }
  }

  /**
   * Returns whether there is room for a chunk of {@code maxBytes}; older ones may give way. Pump
   * only.
   */
  public boolean makeRoom(int maxBytes) {
    if (isDown()) {
      backlog.spillAll();
    }
    return backlog.makeRoom(maxBytes);
  }

  /**
   * Takes a copy of a chunk, for which {@link #makeRoom} found room. A failure in this method has
   * no effect, and neither has a chunk after the end. Pump only.
   */
  public void add(Chunk chunk, CloseReason reason) {
    BufferPool.Buffer buffer = ledger.pool.take(chunk.length());
    boolean added = false;
    try {
      SealedChunk sealed = new SealedChunk(this, chunk.copyTo(buffer.bytes), buffer, null);
      sealed.firstRowAt = chunking.firstRowAt();
      sealed.dueAt = chunking.dueAt();
      added = ledger.add(sealed, reason);
    } finally {
      if (!added) {
        ledger.pool.give(buffer);
      }
    }
  }

  /** Wakes the sender if many chunks wait, or {@code any}. Waking costs more than sealing. */
  public void wake(boolean any) {
    int waiting = ledger.waiting();
    if (waiting >= WAKE_CHUNKS || any && waiting > 0) {
      work.raise();
    }
  }

  @Override
  public long turn() {
    Step step = step();
    blocked = step == Step.BLOCKED;
    if (blocked) {
      return pauseNanos();
    }
    return step == Step.IDLE ? IDLE_NANOS : 0;
  }

  @Override
  public boolean isAwake() {
    return blocked ? isDue() : hasWork();
  }

  /** Returns the signal that is raised when there is something to send. */
  @Override
  public Signal signal() {
    return work;
  }

  /** Sends one chunk. Sender only. */
  public Step step() {
    releaseCompleted();
    // Looked at before a chunk leaves the backlog: only there can it give way to a newer one.
    if (current == null && (givenUp || ledger.handedOverBytes() <= windowBytes)) {
      current = backlog.next(this, !givenUp);
    }
    if (current == null) {
      return givenUp || backlog.isEmpty() ? flushWriter() : Step.BLOCKED;
    }
    return givenUp ? keep() : send(current);
  }

  private Step keep() {
    backlog.keep(current, DropCause.CLOSED);
    return sent();
  }

  private Step send(SealedChunk chunk) {
    if (outage.isRetrying() && !isDue()) {
      return Step.BLOCKED;
    }
    if (!ledger.beginSending(chunk)) {
      return sent(); // settled by the end
    }
    try {
      writer.write(chunk.chunk, chunk);
    } catch (Throwable e) {
      return notTaken(chunk, e);
    }
    shortages = 0;
    outage.taken();
    return sent();
  }

  private Step notTaken(SealedChunk chunk, Throwable cause) {
    if (writer.leftTraces()) {
      ledger.leftTraces(chunk);
    }
    // Memory may come back, if it is not this chunk that there will never be enough for.
    boolean shortage = cause instanceof OutOfMemoryError && ++shortages < MAX_SHORTAGES;
    if (!shortage && !(cause instanceof IOException || cause instanceof InterruptedException)) {
      return dropFailed(chunk, cause);
    }
    if (!ledger.takeBack(chunk)) {
      return sent(); // it was completed all the same
    }
    if (cause instanceof InterruptedException) {
      return Step.BUSY;
    }
    if (shortage) {
      outage.pause("a raw writer has no memory, will try again", "", cause, true);
    } else {
      outage.pause("chunks are not taken by the raw writer, will try again: ", cause, null, false);
    }
    return Step.BLOCKED;
  }

  /**
   * Drops a chunk on which the writer fails with a bug, because the next attempt would end alike.
   */
  private Step dropFailed(SealedChunk chunk, Throwable cause) {
    shortages = 0;
    backlog.drop(chunk, DropCause.WRITE_REJECTED);
    outage.pause("a raw writer failed, the chunk is lost", "", cause, false);
    return sent();
  }

  /** Ends the sender's work on the current chunk. */
  private Step sent() {
    current = null;
    return Step.BUSY;
  }

  private Step flushWriter() {
    if (!flushing) {
      return Step.IDLE;
    }
    flushing = false;
    try {
      writer.flush();
    } catch (Throwable e) {
      outage.begin("a raw writer could not be flushed: ", e, null);
    }
    return Step.BUSY;
  }

  @Override
  public void completed(SealedChunk chunk, Outcome outcome, Throwable cause) {
    threads.completes();
    boolean keep = isKept(outcome);
    if (!ledger.complete(chunk, outcome, keep)) {
      return; // a writer that completes twice, or what it did not take
    }
    if (ledger.hasReturned()) {
      work.raise();
    }
    if (!keep) {
      note(chunk, outcome, cause);
    }
  }

  private boolean isKept(Outcome outcome) {
    boolean returned = closing ? outcome != Outcome.ACKNOWLEDGED : outcome == Outcome.UNCONFIRMED;
    return returned && backlog.hasStore();
  }

  private void note(SealedChunk chunk, Outcome outcome, Throwable cause) {
    if (outcome == Outcome.FAILED) {
      rejections.failed("a chunk was not delivered: ", cause, null);
    } else if (chunk.stored == null) {
      chunking.completed(chunk.firstRowAt, chunk.dueAt, platform.nanoTime());
    }
    if (outcome == Outcome.ACKNOWLEDGED) {
      rejections.succeeded("chunks are delivered");
      outage.acknowledged();
    }
  }

  @Override
  public void delayed(String why) {
    outage.delayed(why);
  }

  /** Returns whether the sink did not take the last chunk, or does not answer. Any thread. */
  public boolean isDown() {
    return outage.isOn();
  }

  /**
   * Returns why the sink takes, acknowledges or keeps nothing now, as a human-readable text, or
   * null. Any thread.
   */
  public String problem() {
    String problem = outage.problem();
    return problem == null ? rejections.problem() : problem;
  }

  /** Releases completed chunks, which takes the store's lock. Not on the raw writer's threads. */
  private void releaseCompleted() {
    for (SealedChunk c = ledger.takeReturned(); c != null; c = ledger.takeReturned()) {
      if (c.keep) {
        backlog.keep(c, DropCause.WRITE_REJECTED);
      } else {
        backlog.settled(c);
      }
    }
  }

  /** Asks the writer to send what it holds, once nothing waits. Any thread. */
  public void flush() {
    flushing = true;
    work.raise();
  }

  /**
   * Makes the sender keep every chunk in the store, or drop it as {@code closed}; with false it
   * sends again, immediately and then with short pauses. Any thread.
   */
  public void stopSending(boolean value) {
    givenUp = value;
    outage.retryNow();
    work.raise();
  }

  /** Drops as {@code closed} the chunks in memory that have no store. Any thread. */
  public void dropWaiting() {
    while (!backlog.hasStore() && ledger.waiting() > 0) {
      SealedChunk left = ledger.take();
      if (left != null) {
        ledger.drop(left, DropCause.CLOSED);
      }
    }
  }

  /**
   * Returns whether the store can keep the rest: the sink refused the last chunk after an immediate
   * attempt was requested. Any thread.
   */
  public boolean canKeepAll() {
    return backlog.hasStore() && outage.isRetrying() && outage.remainingNanos() > 0;
  }

  /** Returns whether no chunk waits in memory and none is being delivered. Any thread. */
  public boolean isDone() {
    return current == null && !ledger.hasUnsent();
  }

  /** Returns the nanoseconds to sleep after a step that was blocked. */
  public long pauseNanos() {
    return outage.isRetrying() && current != null
        ? Math.max(1, outage.remainingNanos())
        : CHECK_INTERVAL_NANOS;
  }

  /** Returns whether a step that was blocked by a failed attempt need not wait any longer. */
  public boolean isDue() {
    return givenUp || outage.isRetrying() && current != null && outage.remainingNanos() <= 0;
  }

  /** Returns whether there is something to do. */
  boolean hasWork() {
    // Given up, the sender leaves alone what the store has.
    boolean left = givenUp ? current != null || ledger.waiting() > 0 : !backlog.isEmpty();
    return left || flushing || ledger.hasReturned();
  }

  /**
   * Closes the raw writer and then the store, which gets the remaining chunks. Takes at most until
   * the deadline and 800 ms: the work is done on a thread of its own, because a writer that hangs
   * must not hang the caller.
   */
  public void close(long deadlineNanos) {
    closing = true;
    long now = platform.nanoTime();
    Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - now));
    Worker closer;
    try {
      closer = platform.run("sluice-close", () -> closeAll(left));
    } catch (RuntimeException | Error e) {
      closeAll(Duration.ZERO); // no memory for a thread, or the machine has no more
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      closer.join(Math.max(CHECK_INTERVAL_NANOS, deadlineNanos + GRACE_NANOS - now));
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeAll(Duration timeout) {
    try {
      writer.close(timeout);
    } catch (Throwable e) {
      rejections.failed("the raw writer could not be closed", "", e);
    }
    if (backlog.hasStore()) {
      // The sender keeps the chunk that the writer has now thrown back.
      long until = platform.nanoTime() + GRACE_NANOS / 2;
      while (current != null && platform.nanoTime() - until < 0) {
        platform.pause(CHECK_INTERVAL_NANOS);
      }
      releaseCompleted();
      backlog.close();
    }
  }
}
