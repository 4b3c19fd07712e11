package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** Keeps what it gets, and behaves as badly as a test wants. */
final class FakeRawWriter implements RawWriter {
  enum Mode {
    ACKNOWLEDGE,
    /** Takes chunks and completes them when the test says so, or on closing. */
    HOLD,
    /** Takes chunks and never completes them, not even on closing. */
    SWALLOW,
    FAIL,
    UNCONFIRMED,
    REFUSE,
    /** Completes the chunk and says that it did not take it. */
    CONTRADICT,
    THROW,
    /** Blocks until {@link #permits} has one. */
    BLOCK,
    /** Blocks and ignores interrupts until {@link #permits} has one. */
    HANG
  }

  final List<Chunk> chunks = new CopyOnWriteArrayList<>();
  final Semaphore permits = new Semaphore(0);
  volatile Mode mode = Mode.ACKNOWLEDGE;
  volatile boolean leftTraces;
  volatile int maxChunkBytes = ChunkLayout.MAX_CHUNK_BYTES;
  volatile Runnable onWrite = () -> {};
  volatile Runnable onFlush = () -> {};
  volatile Runnable onClose = () -> {};
  volatile RuntimeException maxChunkBytesFailure;

  /** Of the last chunk that was refused. */
  volatile Completion refused;

  volatile int attempts;
  volatile int flushes;
  volatile int closes;
  private final ArrayDeque<Runnable> held = new ArrayDeque<>();

  @Override
  public int maxChunkBytes() {
    if (maxChunkBytesFailure != null) {
      throw maxChunkBytesFailure;
    }
    return maxChunkBytes;
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    attempts++;
    onWrite.run();
    switch (mode) {
      case ACKNOWLEDGE -> complete(chunk, completion, Outcome.ACKNOWLEDGED);
      case UNCONFIRMED -> complete(chunk, completion, Outcome.UNCONFIRMED);
      case FAIL -> completion.completed(chunk, Outcome.FAILED, new IOException("no such topic"));
      case REFUSE -> {
        refused = completion;
        throw new IOException("the sink is down");
      }
      case CONTRADICT -> {
        complete(chunk, completion, Outcome.ACKNOWLEDGED);
        throw new IOException("the sink is down");
      }
      case THROW -> throw new IllegalStateException("a bug in the writer");
      case HOLD, SWALLOW -> hold(chunk, completion);
      case BLOCK -> {
        permits.acquire();
        complete(chunk, completion, Outcome.ACKNOWLEDGED);
      }
      case HANG -> {
        permits.acquireUninterruptibly();
        complete(chunk, completion, Outcome.ACKNOWLEDGED);
      }
    }
  }

  @Override
  public boolean leftTraces() {
    return leftTraces;
  }

  private void complete(Chunk chunk, Completion completion, Outcome outcome) {
    chunks.add(copy(chunk));
    completion.completed(chunk, outcome, null);
  }

  /** Completes the chunk if the mode changed after {@link #write} read it: nobody releases then. */
  private synchronized void hold(Chunk chunk, Completion completion) {
    if (mode == Mode.SWALLOW || mode == Mode.HOLD && closes == 0) {
      held.add(() -> complete(chunk, completion, Outcome.ACKNOWLEDGED));
    } else {
      complete(chunk, completion, Outcome.ACKNOWLEDGED);
    }
  }

  /** Completes what is held. */
  synchronized void release() {
    held.forEach(Runnable::run);
    held.clear();
  }

  /** Completes the oldest chunk that is held. */
  synchronized void releaseOne() {
    held.remove().run();
  }

  synchronized int held() {
    return held.size();
  }

  private static Chunk copy(Chunk chunk) {
    try {
      return ChunkLayout.parse(chunk.toByteArray(), 0, chunk.length());
    } catch (MalformedChunkException e) {
      throw new AssertionError("a chunk arrived damaged", e);
    }
  }

  @Override
  public void flush() {
    flushes++;
    onFlush.run();
  }

  @Override
  public void close(Duration timeout) {
    closes++;
    onClose.run();
    if (mode == Mode.HANG) {
      permits.acquireUninterruptibly();
    }
    if (mode != Mode.SWALLOW) {
      release();
    }
  }

  List<TestRows.Row> rows() {
    List<TestRows.Row> rows = new ArrayList<>();
    chunks.forEach(chunk -> rows.addAll(TestRows.decode(chunk)));
    return rows;
  }

  Chunk last() {
    return chunks.get(chunks.size() - 1);
  }
}
