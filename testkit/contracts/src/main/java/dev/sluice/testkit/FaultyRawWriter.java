package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Raw writer that misbehaves by script, one step for each write, and then delegates to another raw
 * writer. Thread-safe but for {@link #write}, which one thread calls.
 */
public final class FaultyRawWriter implements RawWriter {
  /** Behaviour of a write. */
  public enum Step {
    /** Delegates to the other writer. */
    DELIVER,
    /** Throws an {@link IOException}: not now. */
    REFUSE,
    /** Throws an {@link IllegalStateException}, which no raw writer should throw. */
    THROW,
    /** Takes the chunk and completes it as failed. */
    FAIL,
    /** Waits until {@link #release} or an interrupt, then delivers. */
    BLOCK,
    /** Takes the chunk and does not complete it; {@link #close} completes it as unconfirmed. */
    IGNORE
  }

  private record Ignored(Chunk chunk, Completion completion) {}

  private final RawWriter delegate;
  private final Deque<Step> script;
  private final List<Ignored> ignored = new ArrayList<>();
  private boolean closed;
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger attempts = new AtomicInteger();

  /** Creates a writer that follows the script, then delivers everything. */
  public FaultyRawWriter(RawWriter delegate, Step... script) {
    this.delegate = delegate;
    this.script = new ArrayDeque<>(List.of(script));
  }

  @Override
  public int maxChunkBytes() {
    return delegate.maxChunkBytes();
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    attempts.incrementAndGet();
    Step step = script.isEmpty() ? Step.DELIVER : script.poll();
    switch (step) {
      case REFUSE -> throw new IOException("refused by script");
      case THROW -> throw new IllegalStateException("thrown by script");
      case FAIL ->
          completion.completed(
              chunk, Completion.Outcome.FAILED, new IOException("failed by script"));
      case IGNORE -> ignore(new Ignored(chunk, completion));
      case BLOCK -> {
        released.await();
        delegate.write(chunk, completion);
      }
      case DELIVER -> delegate.write(chunk, completion);
    }
  }

  private void ignore(Ignored chunk) throws IOException {
    synchronized (ignored) {
      if (closed) {
        throw new IOException("closed");
      }
      ignored.add(chunk);
    }
  }

  /** Ends all {@link Step#BLOCK}s, later ones included. */
  public void release() {
    released.countDown();
  }

  /** Returns the number of attempts to write. */
  public int attempts() {
    return attempts.get();
  }

  @Override
  public void flush() throws IOException {
    delegate.flush();
  }

  @Override
  public void close(Duration timeout) {
    release();
    delegate.close(timeout);
    List<Ignored> last;
    synchronized (ignored) {
      closed = true;
      last = List.copyOf(ignored);
      ignored.clear();
    }
    for (Ignored chunk : last) {
      chunk.completion.completed(
          chunk.chunk, Completion.Outcome.UNCONFIRMED, new IOException("ignored by script"));
    }
  }
}
