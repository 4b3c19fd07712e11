package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.Audit;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.LiveTraces;
import dev.sluice.tools.report.TraceJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A source that is analysed while it grows. Memory is that of the analysis and of the tables, each
 * of which is bounded: it does not grow with time. For one thread.
 */
public final class Watched implements AutoCloseable {
  private static final int MOST_PARTITIONS = 200;

  private final String name;
  private final long started = System.currentTimeMillis();
  private final RecentTraces recent = new RecentTraces(System.nanoTime());
  private final LiveTraces<RecentTraces> traces;
  private final LossList losses = new LossList();
  private final ProducerView producers = new ProducerView();
  private final History lastMinutes = History.ofMinutes(true);
  private final History lastDay = History.ofDay(true);
  private final StageRun<LiveTraces<RecentTraces>> run;
  private Meter meter;
  private long looked = System.nanoTime();
  private long recordsBefore;
  private long bytesBefore;
  private double recordRate;
  private double byteRate;
  private boolean ended;

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

  /** Analyses what is there, waiting up to {@code timeout} for it. */
  public void poll(Duration timeout) throws IOException {
    run.poll(timeout);
    if (run.exhausted() && !ended) {
      ended = true;
      run.finish();
    }
  }

  /** Whether the end of a source that has one was reached. */
  public boolean isEnded() {
    return ended;
  }

  /** What arrived until now, and what is missing. */
  public Audit audit() {
    return run.audit();
  }

  /**
   * Notes what happened since the last call and tells all as one JSON object.
   *
   * @param trouble what keeps the source from being read, or null
   */
  public byte[] look(String trouble) throws IOException {
    long now = System.nanoTime();
    long nanos = Math.max(1, now - looked);
    looked = now;
    Audit audit = run.audit();
    Map<String, Long> lags = new TreeMap<>(ended ? Map.of() : meter.lags());
    long lag = lags.isEmpty() ? Meter.NONE : lags.values().stream().mapToLong(l -> l).sum();
    Sample sample =
        new Sample(
            System.currentTimeMillis(),
            nanos,
            audit.records() - recordsBefore,
            meter.bytes() - bytesBefore,
            recent.takeRequests(),
            meter.takeBehind(),
            lag,
            losses.takeMissing(),
            losses.takeDropped());
    recordsBefore = audit.records();
    bytesBefore = meter.bytes();
    recordRate = sample.records() * 1e9 / nanos;
    byteRate = sample.bytes() * 1e9 / nanos;
    lastMinutes.add(sample);
    lastDay.add(sample);
    producers.took(audit, nanos);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = TraceJson.generator(bytes)) {
      json.writeStartObject();
      head(trouble, audit, sample, json);
      lag(lags, sample, json);
      producers.write(audit, json);
      operations(now, json);
      losses.write("losses", json);
      lastMinutes.write("minutes", json);
      lastDay.write("day", json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private void head(String trouble, Audit audit, Sample sample, JsonGenerator json)
      throws IOException {
    json.writeNumberField("version", 1);
    json.writeStringField("source", SafeText.line(name));
    json.writeStringField("state", ended ? "ended" : trouble != null ? "trouble" : "running");
    json.writeStringField("trouble", trouble == null ? null : SafeText.line(trouble));
    json.writeNumberField("started", started);
    json.writeNumberField("time", sample.time());
    json.writeNumberField("records", audit.records());
    json.writeNumberField("bytes", meter.bytes());
    json.writeNumberField("recordsPerSecond", Math.round(recordRate));
    json.writeNumberField("bytesPerSecond", Math.round(byteRate));
  }

  private void lag(Map<String, Long> lags, Sample sample, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("lag");
    number("messages", sample.lag(), json);
    number("behind", sample.behind(), json);
    number("lastChunk", meter.lastChunk() == 0 ? Meter.NONE : meter.lastChunk(), json);
    json.writeObjectFieldStart("partitions");
    int written = 0;
    for (var partition : lags.entrySet()) {
      if (written++ < MOST_PARTITIONS) {
        json.writeNumberField(partition.getKey(), partition.getValue());
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** A number, or null for {@link Meter#NONE}. */
  static void number(String field, long value, JsonGenerator json) throws IOException {
    if (value == Meter.NONE) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, value);
    }
  }

  private void operations(long now, JsonGenerator json) throws IOException {
    TraceStage.Result<RecentTraces> result = traces.result();
    json.writeObjectFieldStart("traces");
    TraceJson.counts(json, result.counts());
    json.writeEndObject();
    json.writeObjectFieldStart("operations");
    HotOperations.write("recent", recent.recent(now), json);
    json.writeNumberField("recentSeconds", Math.round(recent.recentSeconds(now)));
    int known = HotOperations.write("all", List.of(recent.all()), json);
    json.writeNumberField("known", known);
    json.writeNumberField("beyond", result.otherOperations());
    json.writeEndObject();
  }

  @Override
  public void close() {
    run.close();
  }
}
