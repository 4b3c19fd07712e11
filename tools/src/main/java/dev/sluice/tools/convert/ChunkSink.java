package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RandomBits;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.support.Backoff;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Chunks to another process, as they are: what waits for its acknowledgement is bounded by the raw
 * writer. A process that is not there yet, or away, is waited for at most 30 s; one that is slow as
 * long as it takes. For one thread; raw writers complete chunks on theirs.
 */
final class ChunkSink extends ChunkOutput implements Completion {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Endpoint endpoint;
  private final RawWriter writer;

  /** Guards what follows. */
  private final Object lock = new Object();

  private int pending;
  private Throwable failure;

  /** Reason and time of the first report that the medium does not answer; null while it answers. */
  private String away;

  private long awaySince;

  private ChunkSink(Endpoint endpoint, RawWriter writer) {
    super(endpoint.options());
    endpoint.options().finish();
    this.endpoint = endpoint;
    this.writer = writer;
  }

  static ChunkSink open(RawWriterFactory factory, Endpoint endpoint) {
    return new ChunkSink(endpoint, factory.newWriter(endpoint, SystemPlatform.get()));
  }

  @Override
  void put(Chunk chunk) throws IOException {
    if (chunk.length() > writer.maxChunkBytes()) {
      throw new ToolException(
          "a chunk of %s bytes is larger than the maximum of %s of %s"
              .formatted(chunk.length(), writer.maxChunkBytes(), endpoint));
    }
    Chunk copy = chunk.copy();
    Backoff pauses =
        new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), RandomBits.nextLong());
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      boolean taken = false;
      while (!taken) {
        check();
        taken = offer(copy, end);
        if (!taken) {
          TimeUnit.NANOSECONDS.sleep(pauses.nextNanos());
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private boolean offer(Chunk chunk, long end) throws IOException, InterruptedException {
    boolean taken = false;
    add(1);
    try {
      writer.write(chunk, this);
      taken = true;
    } catch (IOException e) {
      if (System.nanoTime() - end > 0) {
        throw new IOException(endpoint + " does not accept chunks: " + e.getMessage(), e);
      }
    } finally {
      if (!taken) {
        add(-1);
      }
    }
    return taken;
  }

  private void add(int chunks) {
    synchronized (lock) {
      pending += chunks;
    }
  }

  @Override
  public void completed(Chunk chunk, Outcome outcome, Throwable cause) {
    synchronized (lock) {
      pending--;
      away = null;
      if (outcome != Outcome.ACKNOWLEDGED && failure == null) {
        failure = cause == null ? new IOException(outcome.toString()) : cause;
      }
      lock.notifyAll();
    }
  }

  @Override
  public void delayed(Chunk chunk, String why) {
    synchronized (lock) {
      if (away == null) {
        awaySince = System.nanoTime();
      }
      away = why;
    }
  }

  private void check() throws IOException {
    synchronized (lock) {
      if (failure != null) {
        throw new IOException(endpoint + " rejected a chunk: " + failure.getMessage(), failure);
      }
      if (away != null && System.nanoTime() - awaySince > PATIENCE.toNanos()) {
        throw new IOException(endpoint + " does not answer: " + away);
      }
    }
  }

  /** Waits until the other process has acknowledged all. */
  @Override
  void settle() throws IOException {
    synchronized (lock) {
      try {
        while (pending > 0) {
          check();
          lock.wait(1_000); // then a process that is away may have been so for too long
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
    check();
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("interrupted");
    interrupted.initCause(e);
    return interrupted;
  }

  @Override
  void commit(String what) throws IOException {
    settle();
    Interruption.whole(what + "sent to " + endpoint);
  }

  @Override
  public void close() throws IOException {
    super.close();
    writer.close(CLOSE);
  }
}
