package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.support.platform.VirtualPlatform;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * One producer's records through a collector of one setting on a virtual clock. The raw writer that
 * takes the chunks: it adds them up. For one thread.
 */
final class Simulation implements RawWriter {
  private static final long MIN_DELAY_NANOS = 1_000;
  private static final long MAX_DELAY_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 2;

  /** Seed for the producer's id and for jitter, so that runs are alike. */
  private static final long SEED = 20_261_124;

  /** Chunks that are closer together meet in the medium: one request has them all. */
  private static final long TOGETHER_NANOS = 1_000_000;

  /** Records whose delay is looked at; of more, each n-th. */
  private static final int MAX_DELAYS = 1 << 18;

  private final Histogram delay = new Histogram(MIN_DELAY_NANOS, MAX_DELAY_NANOS, DIGITS);
  private final ProducerRows rows;
  private final Predictor.Conditions conditions;
  private final LongUnaryOperator roundTrip;
  private final long epochNanos;

  /** Records that are emitted, and the first of them that counts. */
  private final int limit;

  private final int firstCounted;
  private final boolean countsLast;

  /** When each record came that the collector took. */
  private final long[] taken;

  private final int delayStep;
  private int takenCount;
  private int sent;
  private long records;
  private long chunks;
  private long bursts;
  private long lastWrite = Long.MIN_VALUE / 2;
  private long bytes;
  private long completed;
  private VirtualPlatform platform;

  /**
   * A simulation.
   *
   * @param epochNanos time 0 of the arrivals
   * @param conditions whose span counts; its end is the end of the emitting
   * @param most records that are emitted at most
   */
  Simulation(ProducerRows rows, long epochNanos, Predictor.Conditions conditions, int most) {
    TimeSpan span = conditions.span();
    this.conditions = conditions;
    this.roundTrip = conditions.sink().get();
    this.rows = rows;
    this.epochNanos = epochNanos;
    this.limit = Math.min(most, rows.firstAt(span.toNanos()));
    this.firstCounted = rows.firstAt(span.fromNanos());
    this.countsLast = span.equals(TimeSpan.ALL);
    this.taken = new long[this.limit];
    this.delayStep = 1 + this.limit / MAX_DELAYS;
  }

  /** Runs it, once. */
  Prediction run(Setting setting, CpuClock cpu) {
    Options options = setting.toOptions(rows.identity(conditions.options()));
    Serializer serializer = Setting.serializer(setting.serializer());
    platform = new VirtualPlatform(epochNanos, SEED, cpu::nanos, conditions.late().draws());
    ChunkingCollector collector =
        ChunkingCollector.builder(this, serializer, options).platform(platform).build();
    long instantOffset = platform.epochNanos() - platform.nanoTime();
    ProducerRows.Feeder feeder = rows.feeder(collector.rows(), -instantOffset);
    for (int i = 0; i < limit; i++) {
      long arrival = rows.arrival(i);
      platform.advanceTo(arrival);
      if (feeder.emitNext()) {
        taken[takenCount++] = arrival;
      }
    }
    collector.close(Duration.ofHours(1));
    long work = Math.max(0, platform.workNanos() - platform.turns() * cpu.overheadNanos());
    return new Prediction(
        setting, records, chunks, bursts, bytes, delay, sent, work, chunksPerSecond());
  }

  @Override
  public int maxChunkBytes() {
    return conditions.largest();
  }

  /** Any number at a time, completed in their order when their time has come. */
  @Override
  public void write(Chunk chunk, Completion completion) {
    int count = chunk.header().recordCount();
    if (counts(CloseReason.values()[chunk.accounting().closeReason() - 1])) {
      count(chunk, count);
    }
    sent += count;
    long nanos = roundTrip.applyAsLong(chunk.length());
    if (nanos <= 0) {
      completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
    } else {
      completed = Math.max(completed, platform.now() + nanos);
      platform.at(
          completed, () -> completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null));
    }
  }

  /** Returns whether a chunk counts: as in a real run, those that closing forced out do not. */
  private boolean counts(CloseReason reason) {
    boolean forced = reason == CloseReason.CLOSE || reason == CloseReason.FLUSH;
    return limit > 0 && sent >= firstCounted && (countsLast || !forced || chunks == 0);
  }

  private void count(Chunk chunk, int count) {
    chunks++;
    records += count;
    bytes += chunk.length();
    long now = platform.now();
    bursts += now - lastWrite > TOGETHER_NANOS ? 1 : 0;
    lastWrite = now;
    int end = Math.min(takenCount, sent + count);
    int first = (sent + delayStep - 1) / delayStep * delayStep;
    for (int i = first; i < end; i += delayStep) {
      delay.recordValue(Math.max(0, Math.min(MAX_DELAY_NANOS, now - taken[i])));
    }
  }

  @Override
  public void flush() {
    // nothing is held back
  }

  @Override
  public void close(Duration timeout) {
    // nothing is open
  }

  /** Chunks a second of the time that the records take, of which there may be none. */
  private double chunksPerSecond() {
    int last = Math.max(0, limit - 1);
    long nanos = rows.arrival(last) - rows.arrival(Math.min(firstCounted, last));
    return nanos == 0 ? 0 : chunks * 1e9 / nanos;
  }
}
