package dev.sluice.analysis;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.streams.Audit;
import dev.sluice.streams.Positions;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * A stage at work on a source, in the caller's thread or in several:
 *
 * <pre>
 * try (StageRun&lt;Long&gt; run = StageRun.open(stage, RecordStream.builder("file:records"), 2)) {
 *   long result = run.drain();
 *   System.out.println(result + " of " + run.audit());
 * }
 * </pre>
 *
 * <p>Several workers have the result of one. Chunks are acknowledged to the source when workers
 * have them in their queues; a run that ends early has no result, so a new one starts anew.
 *
 * <p>For one thread, but for {@link #audit} and {@link #cancel}.
 *
 * @param <R> the stage's result
 */
public final class StageRun<R> implements AutoCloseable {
  private static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);

  private final Driver<R> driver;
  private final RecordStream stream;
  private Chunk current;
  private volatile boolean cancelled;

  private StageRun(
      Stage<R> stage, RecordStreamBuilder source, Function<RecordStream, Driver<R>> newDriver)
      throws IOException {
    // One thread calls batch(): workers, not decoders, are what there are several of.
    this.stream =
        source.fields(stage.fields()).parallelism(1).chunkListener(this::delivered).open();
    try {
      this.driver = newDriver.apply(stream);
    } catch (RuntimeException | Error e) {
      stream.close();
      throw e;
    }
  }

  /**
   * Opens the source for a stage.
   *
   * @param source whose selection of fields, parallelism and chunk listener are set here
   * @param workers threads that analyse: the caller's, which also reads, and {@code workers - 1}
   *     others. At least 1, at most 64
   * @throws IOException if the source cannot be reached or read
   */
  public static <R> StageRun<R> open(Stage<R> stage, RecordStreamBuilder source, int workers)
      throws IOException {
    if (workers < 1 || workers > ParallelWorkers.MOST) {
      throw new IllegalArgumentException(
          "workers must be 1 to " + ParallelWorkers.MOST + ", was " + workers);
    }
    return new StageRun<>(
        stage,
        source,
        stream ->
            workers == 1
                ? new OneWorker<>(stage, stage.newWorker())
                : new ParallelWorkers<>(stage, workers, stream::columnReader, stream::wakeup));
  }

  /**
   * Opens the source for a stage whose one worker is the caller's, and may have read a state. The
   * worker is called by the threads that call this run, and may be written between those calls.
   *
   * @param source whose selection of fields, parallelism and chunk listener are set here
   * @throws IOException if the source cannot be reached or read
   */
  public static <R> StageRun<R> open(
      Stage<R> stage, RecordStreamBuilder source, StageWorker<R> worker) throws IOException {
    return new StageRun<>(stage, source, stream -> new OneWorker<>(stage, worker));
  }

  /**
   * Takes the records that are there, waiting up to {@code timeout} for the first chunk, and
   * waiting for workers that are behind. An exception of the stage comes out unchanged, here or in
   * a later call; then this run can only be closed.
   *
   * @return how many records came
   * @throws CancellationException after {@link #cancel}, or if the thread was interrupted
   */
  public int poll(Duration timeout) throws IOException {
    check();
    int records = stream.pollColumns(this::batch, timeout);
    check();
    return records;
  }

  /** Takes all records of a source that has an end, and finishes. */
  public R drain() throws IOException {
    check();
    stream.drainColumns(this::batch);
    return finish();
  }

  /**
   * The result of all that came. Waits for the workers. Nothing more can be polled.
   *
   * @throws CancellationException after {@link #cancel}, or if the thread was interrupted
   */
  public R finish() {
    check();
    return driver.finish();
  }

  private void batch(ColumnBatch batch, Chunk chunk) {
    check();
    if (chunk != current) {
      current = chunk;
      driver.chunk(chunk.header());
    }
    driver.batch(batch, chunk);
  }

  /** A chunk without records for this stage tells of its producer, too. */
  private void delivered(Chunk chunk) {
    if (chunk != current) {
      driver.chunk(chunk.header());
    }
    driver.endChunk();
    current = null;
  }

  private void check() {
    if (cancelled) {
      throw new CancellationException("the run was cancelled");
    }
    driver.check();
  }

  /** Whether the end of a source that has one was reached. */
  public boolean exhausted() {
    return stream.exhausted();
  }

  /** What arrived so far and what is missing. Any thread. */
  public Audit audit() {
    return stream.audit();
  }

  /** How far it has come, see {@link RecordStream#positions}. */
  public Positions positions() {
    return stream.positions();
  }

  /** Ends the run soon: {@link #poll} and {@link #drain} throw. Any thread. */
  public void cancel() {
    cancelled = true;
    driver.stop();
    stream.wakeup();
  }

  /** Stops the workers, waits until they have ended, and closes the source. */
  @Override
  public void close() {
    driver.close();
    stream.close();
  }

  /** Those who do the work. Driven by one thread, but for {@link #stop}. */
  interface Driver<R> {
    void chunk(ChunkHeader header);

    /** A batch of the last chunk. */
    void batch(ColumnBatch batch, Chunk chunk);

    /** All batches of the last chunk came. */
    void endChunk();

    /** Throws what a worker has thrown. */
    void check();

    R finish();

    /** Ends waiting and working soon. Any thread. */
    void stop();

    void close();
  }
}
