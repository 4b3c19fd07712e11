package dev.sluice.analysis;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import java.io.Flushable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Where a stage puts records that it makes of others, so that the next process analyses them: a
 * collector, and with it any sink. To the next process the stage is a producer like any other, with
 * accounting and audit.
 *
 * <p>Bounded by the collector: with {@code policy=block} a worker waits while the next process is
 * behind, and so does the source. {@link #flush} throws if a record was lost all the same; given to
 * {@link dev.sluice.streams.RecordStreamBuilder#beforeAcknowledge} it keeps the source from being
 * told that chunks arrived before what was made of them has. That holds for a {@link StageRun} with
 * one worker; with several, chunks in their queues are acknowledged as well.
 *
 * <p>All methods may be called by any thread.
 */
public final class StageOutput implements Flushable, AutoCloseable {
  private final Collector collector;
  private final Duration patience;

  /** What to add to nanoseconds since the epoch. */
  private final long toNanoTime;

  private StageOutput(Collector collector, Duration patience) {
    this.collector = collector;
    this.patience = patience;
    Instant now = Instant.now();
    toNanoTime = System.nanoTime() - TimeUnit.SECONDS.toNanos(now.getEpochSecond()) - now.getNano();
  }

  /**
   * Output through a collector, which is this object's from now on.
   *
   * @param patience how long {@link #flush} and {@link #close} wait for the next process
   */
  public static StageOutput of(Collector collector, Duration patience) {
    return new StageOutput(collector, patience);
  }

  /** For the row writers of the workers. */
  public RowSink rows() {
    return collector.rows();
  }

  /**
   * An instant as row writers want it. What is decoded from it is the instant, to some
   * microseconds; differences stay what they are.
   *
   * @param epochNanos nanoseconds since the epoch, as batches and traces have them
   */
  public long nanoTime(long epochNanos) {
    return epochNanos + toNanoTime;
  }

  /**
   * Sends what was emitted before the call, and returns when it is acknowledged.
   *
   * @throws IOException if it is not within the time, or if a record was lost since the start
   */
  @Override
  public void flush() throws IOException {
    boolean done = collector.flush(patience);
    check(collector.report(), done);
  }

  /** What became of the records so far. */
  public CollectorReport report() {
    return collector.report();
  }

  /**
   * Sends what is left and ends the producer. Later calls do nothing.
   *
   * @throws IOException if not all records that were ever emitted are acknowledged or spilled
   */
  @Override
  public void close() throws IOException {
    check(collector.close(patience), true);
  }

  private static void check(CollectorReport report, boolean done) throws IOException {
    long lost = report.dropped().total() + report.unconfirmed();
    if (!done || lost > 0) {
      throw new IOException(
          "the next process has "
              + report.acknowledged()
              + " of "
              + report.emitted()
              + " records"
              + (lost == 0
                  ? ", and does not answer in time"
                  : ", "
                      + report.unconfirmed()
                      + " without an answer, lost: "
                      + report.dropped().byLabel()));
    }
  }
}
