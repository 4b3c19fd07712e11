package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.spill.SpillStatus;
import dev.sluice.support.Backoff;
import dev.sluice.support.FailureLog;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * From a sealed chunk to what became of it: hands chunks to the raw writer, one after the other,
 * tries again when it does not take one, and is told by any thread what became of them. The steps
 * are the sender's; the pump adds chunks. What is to be done once an outage, to decide when to try
 * again and to log it, is done here alone.
 */
final class Outbox {
  /** Attempts, in half a second, after which a chunk is lost that the writer has no memory for. */
  private static final int MOST_SHORTAGES = 12;

  private static final int MANY_CHUNKS = 8;
  private static final long GRACE_NANOS = 800_000_000;
  private static final long LOOK_NANOS = 1_000_000;

  /** Raised when there is something to send. */
  final Signal work = new Signal();

  private final RawWriter writer;
  private final Ledger ledger;
  private final BufferPool pool;
  private final Backlog backlog;
  private final CollectorThreads threads;
  private final Clock clock;
  private final Chunking chunking;
  private final long windowBytes;
  private final FailureLog sending;
  private final FailureLog rejections;
  private final Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5));

  /** Completed and not let go of yet, because the stage has a say in it. */
  private final Delivery.Queue returned = new Delivery.Queue();

  private int shortages;
  private volatile Delivery current;
  private volatile long retryAt;
  private volatile boolean retrying;

  /** Whether the raw writer has what it took and waits for the medium. */
  private volatile boolean delayed;

  private volatile long droppedBefore;
  // From the start, so that a medium that can connects before the first chunk comes.
  private volatile boolean flushing = true;
  private volatile boolean givenUp;
  private volatile boolean closing;

  /** Whether the next pause is a short one again. */
  private volatile boolean fresh;

  /**
   * An outbox for a raw writer.
   *
   * @param windowBytes it is given nothing while it holds more
   * @param logs makes the log of one kind of failure
   */
  Outbox(
      RawWriter writer,
      Ledger ledger,
      BufferPool pool,
      Backlog backlog,
      CollectorThreads threads,
      Clock clock,
      Chunking chunking,
      long windowBytes,
      Supplier<FailureLog> logs) {
    this.writer = writer;
    this.ledger = ledger;
    this.pool = pool;
    this.backlog = backlog;
    this.threads = threads;
    this.clock = clock;
    this.chunking = chunking;
    this.windowBytes = windowBytes;
    this.sending = logs.get();
    this.rejections = logs.get();
  }

  /** Largest chunk the raw writer takes now, in bytes. */
  int maxChunkBytes() {
    return writer.maxChunkBytes();
  }

  /** Whether there is room for a chunk of {@code maxBytes}; older ones may give way. Pump only. */
  boolean makeRoom(int maxBytes) {
    if (isDown()) {
      backlog.spillAll();
    }
    return backlog.makeRoom(maxBytes);
  }

  /** A buffer for a chunk; {@link #add} or {@link #giveBack} must follow. Pump only. */
  BufferPool.Buffer buffer(int bytes) {
    return pool.take(bytes);
  }

  void giveBack(BufferPool.Buffer buffer) {
    pool.give(buffer);
  }

  /**
   * Takes a chunk in a buffer. What fails in here leaves no trace, the buffer is the caller's then.
   * Pump only.
   *
   * @return false after the end
   */
  boolean add(Chunk chunk, BufferPool.Buffer buffer, CloseReason reason) {
    Delivery delivery = new Delivery(this, chunk, buffer, null);
    delivery.closed(chunking.firstRowAt(), chunking.dueAt());
    boolean added = ledger.sealed(delivery.entry, chunk, reason);
    if (added) {
      backlog.add(delivery);
    }
    return added;
  }

  /** Wakes the sender if many chunks wait, or {@code any}. Waking costs more than sealing. */
  void wake(boolean any) {
    int waiting = backlog.waiting();
    if (waiting >= MANY_CHUNKS || any && waiting > 0) {
      work.raise();
    }
  }

  /** What is to be done now and then. Pump only. */
  void keepHouse() {
    backlog.keepHouse();
  }

  /** Sends one chunk. Sender only. */
  Step step() {
    letGo();
    if (givenUp) {
      return giveUpNext();
    }
    if (current == null && ledger.handedOverBytes() <= windowBytes) {
      // Looked at before a chunk leaves the backlog: only there can it give way to a newer one.
      current = backlog.next(this);
    }
    if (current == null) {
      return backlog.isEmpty() ? flushWriter() : Step.BLOCKED;
    }
    return retrying && clock.nanoTime() - retryAt < 0 ? Step.BLOCKED : send(current);
  }

  private Step giveUpNext() {
    if (current == null) {
      current = backlog.nextInMemory();
    }
    if (current == null) {
      return flushWriter();
    }
    if (!backlog.keep(current)) {
      drop(current, DropCause.CLOSED);
    }
    return sent();
  }

  private Step send(Delivery delivery) {
    Chunk chunk = delivery.chunk();
    if (!ledger.handOver(delivery.entry)) {
      return sent(); // settled by the end
    }
    try {
      writer.write(chunk, delivery);
      sent();
      shortages = 0;
      retrying = false;
      backoff.reset();
      if (!delayed) {
        recovered();
      }
      return Step.BUSY;
    } catch (IOException e) {
      if (!ledger.takeBack(delivery.entry)) {
        return sent();
      }
      pause("chunks are not taken by the raw writer, will try again: ", e, null);
      return Step.BLOCKED;
    } catch (OutOfMemoryError e) {
      // Memory may come back, if it is not this chunk that there will never be enough for.
      return ++shortages < MOST_SHORTAGES && ledger.takeBack(delivery.entry)
          ? shortage(e)
          : lost(delivery, e);
    } catch (InterruptedException e) {
      return ledger.takeBack(delivery.entry) ? Step.BUSY : sent();
    } catch (Throwable e) {
      return lost(delivery, e);
    }
  }

  private Step shortage(Throwable cause) {
    fresh = true;
    pause("a raw writer has no memory, will try again", "", cause);
    return Step.BLOCKED;
  }

  /** A bug in the writer: the next attempt would end the same way. */
  private Step lost(Delivery delivery, Throwable cause) {
    shortages = 0;
    drop(delivery, DropCause.WRITE_REJECTED);
    sent();
    pause("a raw writer failed, the chunk is lost", "", cause);
    return Step.BUSY;
  }

  private void drop(Delivery delivery, DropCause cause) {
    if (ledger.drop(delivery.entry, cause)) {
      backlog.settled(delivery, true);
    }
  }

  /** The current chunk is no concern of the sender any more. */
  private Step sent() {
    current = null;
    return Step.BUSY;
  }

  private void pause(String what, Object detail, Throwable cause) {
    if (fresh) {
      fresh = false;
      backoff.reset();
    }
    retryAt = clock.nanoTime() + backoff.nextNanos();
    retrying = true;
    outage(what, detail, cause);
  }

  private void outage(String what, Object detail, Throwable cause) {
    if (!sending.isFailing()) {
      droppedBefore = ledger.dropped();
    }
    sending.failed(what, detail, cause);
  }

  private void recovered() {
    if (sending.isFailing()) {
      long dropped = ledger.dropped() - droppedBefore;
      sending.over(
          "chunks are sent again",
          dropped == 0 ? "" : ", " + dropped + " records were lost meanwhile");
    }
  }

  private Step flushWriter() {
    if (!flushing) {
      return Step.IDLE;
    }
    flushing = false;
    try {
      writer.flush();
    } catch (Throwable e) {
      outage("a raw writer could not be flushed: ", e, null);
    }
    return Step.BUSY;
  }

  /** The raw writer tells what became of a chunk. Any thread. */
  void completed(Delivery delivery, Outcome outcome, Throwable cause) {
    threads.completer(Thread.currentThread());
    boolean acknowledged = outcome == Outcome.ACKNOWLEDGED;
    boolean keep =
        backlog.hasStage() && !acknowledged && (closing || outcome == Outcome.UNCONFIRMED);
    if (!ledger.complete(delivery.entry, outcome, keep)) {
      return; // a writer that completes twice, or what it did not take
    }
    if (outcome != Outcome.FAILED && delivery.isTimed() && !keep) {
      chunking.completed(delivery.firstRowAt(), delivery.dueAt(), clock.nanoTime());
    }
    if (keep || delivery.stored != null) {
      delivery.done(!keep);
      returned.add(delivery); // shows it to the sender
      work.raise();
    } else {
      pool.give(delivery.release());
    }
    if (outcome == Outcome.FAILED && !keep) {
      rejections.failed("a chunk was not delivered: ", cause, null);
    } else if (acknowledged) {
      rejections.over("chunks are delivered");
      if (delayed) {
        delayed = false;
        recovered();
      }
    }
  }

  /** The raw writer tells that it waits for the medium with what it took. Any thread. */
  void delayed(String why) {
    outage("chunks are not acknowledged, will try again: ", why, null);
    delayed = true;
  }

  /** Whether the sink did not take the last chunk, or does not answer. Any thread. */
  boolean isDown() {
    return retrying || delayed;
  }

  /** Lets go of completed chunks, which takes the stage's lock. Not on the raw writer's threads. */
  private void letGo() {
    for (Delivery delivery = returned.poll(); delivery != null; delivery = returned.poll()) {
      if (delivery.isDone() || delivery.stored != null) {
        backlog.settled(delivery, delivery.isDone());
      } else if (!backlog.keep(delivery)) {
        drop(delivery, DropCause.WRITE_REJECTED);
      }
    }
  }

  /** Asks the writer to send what it holds, once nothing waits. Any thread. */
  void flush() {
    flushing = true;
    work.raise();
  }

  /**
   * From now on keeps every chunk in the stage, or drops it as {@code closed}; or sends again, at
   * once and then with short pauses. Any thread.
   */
  void giveUp(boolean value) {
    givenUp = value;
    retryAt = clock.nanoTime();
    fresh = true;
    work.raise();
  }

  /** Drops as {@code closed} what waits in memory and has no stage to go to. Any thread. */
  void dropWaiting() {
    for (Delivery left = next(); left != null; left = next()) {
      drop(left, DropCause.CLOSED);
    }
  }

  private Delivery next() {
    return backlog.hasStage() ? null : backlog.nextInMemory();
  }

  /** Whether nothing waits in memory and nothing is being handed over. Any thread. */
  boolean isDone() {
    return current == null && backlog.waiting() == 0;
  }

  /** Bytes of all buffers, in use or not. */
  long allocatedBytes() {
    return pool.allocatedBytes();
  }

  /** How long to sleep after a step that was blocked. */
  long pauseNanos() {
    return retrying && current != null ? Math.max(1, retryAt - clock.nanoTime()) : LOOK_NANOS;
  }

  /** Whether a step that was blocked by a failed attempt need not wait any longer. */
  boolean isDue() {
    return givenUp || retrying && current != null && clock.nanoTime() - retryAt >= 0;
  }

  /** Whether there is something to do. */
  boolean isAwake() {
    return flushing || givenUp && current != null || !backlog.isEmpty() || returned.size() > 0;
  }

  /**
   * Closes the raw writer and then the stage, which gets what is left. Takes at most until the
   * deadline and 800 ms: it is done on a thread of its own, because a writer that hangs must not
   * hang the caller.
   */
  void close(long deadlineNanos) {
    closing = true;
    long left = Math.max(0, deadlineNanos - clock.nanoTime());
    Thread thread;
    try {
      Duration timeout = Duration.ofNanos(left);
      thread = new Thread(() -> closeAll(timeout), "sluice-close");
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | Error e) {
      closeAll(Duration.ZERO); // no memory for a thread, or the machine has no more
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(TimeUnit.NANOSECONDS.toMillis(left + GRACE_NANOS));
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
    if (backlog.hasStage()) {
      // The sender keeps the chunk that the writer has now thrown back.
      for (int i = 0; i < GRACE_NANOS / LOOK_NANOS / 2 && current != null; i++) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
      letGo();
      backlog.close();
    }
  }

  /** What a monitor shows of the stage. Any thread. */
  SpillStatus spill() {
    return backlog.spill();
  }
}
