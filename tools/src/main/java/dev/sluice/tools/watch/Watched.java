package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Notices;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.report.LiveReport;
import dev.sluice.tools.report.LiveTraces;
import dev.sluice.tools.report.TraceJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A source that is analysed while it grows. Memory is that of the analysis and of the tables, each
 * of which is bounded: it does not grow with time. For one thread.
 */
public final class Watched implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int MAX_PARTITIONS = 200;

  /** Reciprocal of the maximum share of time for snapshots. */
  private static final int SHARE = 20;

  private final String name;
  private final long started = System.currentTimeMillis();
  private final RecentTraces recent = new RecentTraces();
  private final LiveTraces<RecentTraces> traces;
  private final WatchMetrics metrics = new WatchMetrics();
  private final LossList losses = new LossList();
  private final ProducerView producers = new ProducerView();
  private final History lastMinutes = History.ofMinutes(true);
  private final History lastDay = History.ofDay(true);
  private final StageRun<LiveTraces<RecentTraces>> run;
  private Meter meter;
  private long behind = Meter.NONE;
  private long lag = Meter.NONE;
  private long looked = System.nanoTime();
  private long recordsBefore;
  private long bytesBefore;
  private boolean ended;

  /** Shows what was seen. */
  public interface Screen {
    /** Takes what is under that path from now on. */
    void show(String path, byte[] bytes) throws IOException;

    /** Returns whether somebody asks for it, so that it is worth while to make it. */
    boolean wants(String path);
  }

  /** Opens the source; the limits bound what is kept of traces. */
  public Watched(SourceSpec from, TraceLimits limits) throws IOException {
    name = from.toString();
    traces = new LiveTraces<>(limits, recent);
    run =
        StageRun.open(
            traces.stage(),
            from.builder(this::metered).lossListener(losses::lost).damageListener(losses::damaged),
            1);
  }

  private RawReader metered(RawReader reader) {
    meter = new Meter(reader);
    return meter.counted();
  }

  /**
   * Analyzes arriving records and shows a snapshot at intervals, until the latch is open or the
   * thread is interrupted.
   *
   * @param notices receives failures of the source
   * @param every how often it is shown, unless that takes long
   * @param stays is asked whether to go on showing it, once the source has ended and that is shown
   * @return what arrived, and what is missing
   */
  public Audit run(
      Screen screen, Notices notices, Duration every, BooleanSupplier stays, CountDownLatch stopped)
      throws IOException {
    Retry retry = new Retry(notices);
    long next = System.nanoTime();
    long nextReport = next;
    boolean isEndShown = false;
    while (stopped.getCount() > 0 && !Thread.interrupted()) {
      long now = System.nanoTime();
      boolean isAtEnd = ended && !isEndShown;
      if (now - next >= 0 || isAtEnd) {
        byte[] json = look(retry.trouble());
        screen.show(LiveServer.METRICS, metrics(retry.trouble()));
        screen.show(LiveServer.DATA, json);
        next = now + Math.max(every.toNanos(), SHARE * (System.nanoTime() - now));
      }
      if (now - nextReport >= 0 || isAtEnd) {
        long begin = System.nanoTime();
        reports(screen);
        nextReport = now + Math.max(every.toNanos(), SHARE * (System.nanoTime() - begin));
      }
      if (isAtEnd && !stays.getAsBoolean()) {
        break;
      }
      isEndShown = ended;
      takeOrWait(retry);
    }
    return run.audit();
  }

  private void takeOrWait(Retry retry) throws IOException {
    if (ended) {
      LockSupport.parkNanos(this, POLL.toNanos());
    } else if (!retry.attempt(this::poll)) {
      LockSupport.parkNanos(this, Retry.PAUSE_NANOS);
    }
  }

  /** Analyses what is there. */
  private void poll() throws IOException {
    run.poll(POLL);
    if (run.exhausted()) {
      ended = true;
      run.finish();
    }
  }

  private void reports(Screen screen) throws IOException {
    for (int minutes : List.of(1, 5, LiveReport.MINUTES)) {
      String path = "/report-" + minutes + ".json";
      if (screen.wants(path)) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        recent.report().write(minutes, SafeText.line(name), traces, run.audit(), bytes);
        screen.show(path, bytes.toByteArray());
      }
    }
  }

  /**
   * Takes a snapshot and returns it as one JSON object.
   *
   * @param trouble what keeps the source from being read, or null
   */
  private byte[] look(String trouble) throws IOException {
    long now = System.nanoTime();
    long nanos = Math.max(1, now - looked);
    looked = now;
    Audit audit = run.audit();
    Map<String, Long> lags = new TreeMap<>(ended ? Map.of() : meter.lags());
    History.Sample sample =
        new History.Sample(
            System.currentTimeMillis(),
            nanos,
            audit.records() - recordsBefore,
            meter.bytes() - bytesBefore,
            recent.takeRequests(),
            meter.takeBehind(),
            lags.isEmpty() ? Meter.NONE : lags.values().stream().mapToLong(l -> l).sum(),
            losses.takeMissing(),
            losses.takeDropped());
    recordsBefore = audit.records();
    bytesBefore = meter.bytes();
    lag = sample.lag();
    behind = sample.behind() == Meter.NONE ? behind : sample.behind();
    lastMinutes.add(sample);
    lastDay.add(sample);
    producers.update(audit, nanos);
    JsonObject json =
        new JsonObject()
            .put("version", 1)
            .put("source", SafeText.line(name))
            .put("state", ended ? "ended" : trouble != null ? "trouble" : "running")
            .put("trouble", LossList.line(trouble))
            .put("started", started)
            .put("time", sample.time())
            .put("records", audit.records())
            .put("bytes", meter.bytes())
            .put("recordsPerSecond", Math.round(sample.records() * 1e9 / nanos))
            .put("bytesPerSecond", Math.round(sample.bytes() * 1e9 / nanos))
            .put("lag", lag(lags, sample));
    String verdict = ended ? Verdict.of(audit) : Verdict.ofRunning(audit);
    producers.put(audit, verdict, losses, json);
    operations(json);
    json.put("losses", losses.events())
        .put("minutes", lastMinutes.json())
        .put("day", lastDay.json());
    return ascii(json);
  }

  /** Returns the last snapshot as metrics. */
  private byte[] metrics(String trouble) {
    metrics.begin(name, trouble, run.audit(), lag);
    metrics.read(meter, behind, recent.all());
    return metrics.bytes();
  }

  private JsonObject lag(Map<String, Long> lags, History.Sample sample) {
    JsonObject partitions = new JsonObject();
    lags.entrySet().stream()
        .limit(MAX_PARTITIONS)
        .forEach(partition -> partitions.put(partition.getKey(), partition.getValue()));
    return new JsonObject()
        .put("messages", Meter.known(sample.lag()))
        .put("behind", Meter.known(sample.behind()))
        .put("lastChunk", meter.lastChunk() == 0 ? null : meter.lastChunk())
        .put("partitions", partitions);
  }

  private void operations(JsonObject json) {
    TraceStage.Result<RecentTraces> result = traces.result();
    JsonObject counts = new JsonObject().put("counts", TraceJson.counts(result.counts()));
    JsonObject operations = new JsonObject();
    HotOperations.put("recent", recent.report().operations(), operations);
    operations.put("recentSeconds", recent.report().seconds());
    int known = HotOperations.put("all", List.of(recent.all()), operations);
    operations.put("known", known).put("beyond", result.otherOperations());
    json.put("traces", counts).put("operations", operations);
  }

  /** Returns one object in which nothing acts on a terminal. */
  static byte[] ascii(JsonObject object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = TraceJson.generator(bytes)) {
      object.write(json);
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    run.close();
  }
}
