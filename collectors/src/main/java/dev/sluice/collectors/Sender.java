package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Backoff;
import dev.sluice.api.spi.FailureLog;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.time.Duration;
import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;

/**
 * Hands sealed chunks to the raw writer, one after the other, and tries again when it does not take
 * one. The steps are one thread's; the queue is fed by the pump, which may also take the oldest
 * chunk out of it.
 */
final class Sender {
  private static final int MAX_CHUNKS = 1024;

  /** After so many attempts, half a second, a chunk is lost that the writer has no memory for. */
  private static final int MOST_SHORTAGES = 12;

  /** Raised when there is something to send. */
  final Signal signal = new Signal();

  private final RawWriter writer;
  private final Ledger ledger;
  private final Clock clock;
  private final long windowBytes;
  private final FailureLog sending;
  private final Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5));
  private final SpmcVarHandleArrayQueue<SealedChunk> queue =
      new SpmcVarHandleArrayQueue<>(MAX_CHUNKS);
  private int shortages;
  private volatile SealedChunk current;
  private volatile long retryAt;
  private volatile boolean retrying;
  // From the start, so that a medium that can connects before the first chunk comes.
  private volatile boolean flushing = true;
  private volatile boolean givenUp;

  /** Whether the next pause is a short one again. */
  private volatile boolean fresh;

  /** A sender that gives the raw writer nothing while that holds more than {@code windowBytes}. */
  Sender(Parts parts, long windowBytes) {
    this.writer = parts.writer;
    this.ledger = parts.ledger;
    this.clock = parts.clock;
    this.windowBytes = windowBytes;
    this.sending = parts.episode();
  }

  /** Pump only. */
  boolean isFull() {
    return queue.size() >= MAX_CHUNKS;
  }

  /** Takes a chunk to be sent; there must be room. Pump only. */
  void offer(SealedChunk chunk) {
    queue.offer(chunk);
  }

  /** The oldest chunk that is not being sent, which now is the caller's; null if there is none. */
  SealedChunk pollOldest() {
    return queue.poll();
  }

  /** Chunks that wait. */
  int waiting() {
    return queue.size();
  }

  /** Sends one chunk. */
  Step work() {
    if (current == null) {
      if (!queue.isEmpty() && !hasWindow()) {
        return Step.BLOCKED;
      }
      current = queue.poll();
    }
    if (current == null) {
      return flushWriter();
    }
    if (givenUp) {
      current.drop(DropCause.CLOSED);
      return sent();
    }
    return retrying && clock.nanoTime() - retryAt < 0 ? Step.BLOCKED : send();
  }

  // Looked at before a chunk leaves the queue: only there can it still give way to a newer one.
  private boolean hasWindow() {
    return windowBytes == Long.MAX_VALUE || givenUp || ledger.handedOverBytes() <= windowBytes;
  }

  private Step send() {
    SealedChunk sealed = current;
    Chunk chunk = ledger.handOver(sealed);
    if (chunk == null) {
      return sent();
    }
    try {
      writer.write(chunk, sealed);
      sent();
      shortages = 0;
      retrying = false;
      backoff.reset();
      sending.over("chunks are sent again");
      return Step.BUSY;
    } catch (IOException e) {
      if (!ledger.takeBack(sealed)) {
        return sent();
      }
      pause("chunks are not taken by the raw writer, will try again: ", e, null);
      return Step.BLOCKED;
    } catch (OutOfMemoryError e) {
      // Memory may come back, if it is not this chunk that there will never be enough for.
      return ++shortages < MOST_SHORTAGES && ledger.takeBack(sealed)
          ? shortage(e)
          : lost(sealed, e);
    } catch (InterruptedException e) {
      return ledger.takeBack(sealed) ? Step.BUSY : sent();
    } catch (Throwable e) {
      return lost(sealed, e);
    }
  }

  private Step shortage(Throwable cause) {
    fresh = true;
    pause("a raw writer has no memory, will try again", "", cause);
    return Step.BLOCKED;
  }

  /** A bug in the writer: the next attempt would end the same way. */
  private Step lost(SealedChunk sealed, Throwable cause) {
    shortages = 0;
    sealed.drop(DropCause.WRITE_REJECTED);
    sent();
    pause("a raw writer failed, the chunk is lost", "", cause);
    return Step.BUSY;
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
    sending.failed(what, detail, cause);
  }

  private Step flushWriter() {
    if (!flushing) {
      return Step.IDLE;
    }
    flushing = false;
    try {
      writer.flush();
    } catch (Throwable e) {
      sending.failed("a raw writer could not be flushed: ", e, null);
    }
    return Step.BUSY;
  }

  /** Asks the writer to send what it holds, once the queue is empty. Any thread. */
  void flush() {
    flushing = true;
    signal.raise();
  }

  /**
   * From now on drops every chunk as {@code closed}, or sends again, at once and then with short
   * pauses. Any thread.
   */
  void giveUp(boolean value) {
    givenUp = value;
    retryAt = clock.nanoTime();
    fresh = true;
    signal.raise();
  }

  /** Whether nothing waits and nothing is being handed over. Any thread. */
  boolean isDone() {
    return current == null && queue.isEmpty();
  }

  /** How long to sleep after a step that was blocked. */
  long pauseNanos() {
    return retrying ? Math.max(1, retryAt - clock.nanoTime()) : 1_000_000;
  }

  /** Whether a step that was blocked by a failed attempt need not wait any longer. */
  boolean isDue() {
    return givenUp || retrying && clock.nanoTime() - retryAt >= 0;
  }

  /** Whether there is something to do. */
  boolean isAwake() {
    return flushing || givenUp && current != null || !queue.isEmpty();
  }

  /** Whether the last attempt failed and there will be another. Any thread. */
  boolean isRetrying() {
    return retrying;
  }
}
