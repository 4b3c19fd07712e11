package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.streams.Audit;
import dev.sluice.tools.NoTimeException;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Emits the records of a source again, at their own pace, through a collector for each of its
 * producers. Used once; for one thread, but for {@link #end}.
 */
public final class Replay {
  /** How long the collectors may take for what was emitted. */
  public static final Duration CLOSE = Duration.ofSeconds(30);

  private static final Duration CLOSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final Map<Long, Replayer> producers = new LinkedHashMap<>();
  private final DamageList damages = new DamageList();
  private final SourceSpec from;
  private final String sink;
  private final ReplayClock pace;
  private final Notices notices;

  /**
   * What was replayed.
   *
   * @param audit of the source; null if it was ended before
   * @param producers of the source
   * @param sent records that the sink has, or a spill on the way to it
   * @param chunks they were sent in
   * @param bytes of these chunks
   * @param lost records that were dropped, by cause
   * @param unconfirmed records that the sink may have
   * @param nanos how long it took
   * @param lateNanos by how much a record came too late at most
   * @param damages of the source
   */
  public record Result(
      Audit audit,
      int producers,
      long sent,
      long chunks,
      long bytes,
      Map<String, Long> lost,
      long unconfirmed,
      long nanos,
      long lateNanos,
      DamageList damages) {
    /** Returns whether all records of a sound source were sent. */
    public boolean isWhole() {
      return audit != null && audit.damaged() == 0 && lost.isEmpty() && unconfirmed == 0;
    }
  }

  /**
   * Creates a replay of a source into a sink.
   *
   * @param sink its URI, with options of a collector
   * @param speed how many times as fast as recorded; infinite for no wait between records
   * @param rate records a second in place of the recorded pace, or 0
   */
  public Replay(SourceSpec from, String sink, double speed, double rate, Notices notices) {
    this.from = from;
    this.sink = sink;
    this.notices = notices;
    pace = new ReplayClock(speed, rate);
  }

  /** Stops the replay; records that were emitted are still sent and reported. For any thread. */
  public void end() {
    pace.end();
  }

  /**
   * Reads the source to its end and waits until all is sent.
   *
   * @throws ToolException if the records have no time, or the sink takes nothing
   */
  public Result run() throws IOException {
    try {
      Audit audit = readAll();
      for (Replayer producer : producers.values()) {
        producer.finish();
      }
      return conclude(audit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted", e);
    } finally {
      pace.end();
      notices.clear();
      producers.values().forEach(producer -> producer.close(CLOSE_AFTER_FAILURE));
    }
  }

  /** The audit of what was read; null if the pace was ended before. */
  private Audit readAll() throws IOException {
    try {
      return from.readAll((cursor, chunk) -> {}, this::chunk, damages);
    } catch (EndedException e) {
      return null;
    }
  }

  private static final class EndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private void chunk(Chunk chunk) {
    if (chunk.header().recordCount() == 0) {
      return;
    }
    if (pace.isEnded()) {
      throw new EndedException();
    }
    if (producers.isEmpty() && pace.needsTimes()) {
      begin(chunk);
    }
    try {
      producers
          .computeIfAbsent(chunk.accounting().producerId(), id -> new Replayer(chunk, sink, pace))
          .put(chunk);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted", e);
    }
    long emitted = producers.values().stream().mapToLong(Replayer::emitted).sum();
    notices.update(
        "replayed %s in %s"
            .formatted(Figures.count(emitted, "record"), Figures.nanos(pace.elapsedNanos())),
        from.part());
  }

  private void begin(Chunk first) {
    if (!first.accounting().hasTime()) {
      throw new NoTimeException("the records of " + from + " have no record time");
    }
    pace.origin(first.accounting().firstTime() + first.accounting().clockOffset());
  }

  private Result conclude(Audit audit) {
    long late = pace.latestNanos();
    long sent = 0;
    long chunks = 0;
    long bytes = 0;
    long unconfirmed = 0;
    Map<String, Long> lost = new TreeMap<>();
    for (Replayer producer : producers.values()) {
      CollectorReport report = producer.close(CLOSE);
      sent += report.acknowledged() + report.spilled();
      unconfirmed += report.unconfirmed();
      chunks += report.chunks();
      bytes += report.bytes();
      report.dropped().byLabel().forEach((cause, count) -> lost.merge(cause, count, Long::sum));
    }
    return new Result(
        audit,
        producers.size(),
        sent,
        chunks,
        bytes,
        lost,
        unconfirmed,
        pace.elapsedNanos(),
        late,
        damages);
  }
}
