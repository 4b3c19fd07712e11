package dev.sluice.tools.tune;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Findings as one JSON object; times in nanoseconds. */
final class TuneJson {
  private final Findings findings;
  private final JsonGenerator json;

  private TuneJson(Findings findings, JsonGenerator json) {
    this.findings = findings;
    this.json = json;
  }

  static void write(Findings findings, OutputStream target) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(target)) {
      new TuneJson(findings, json.useDefaultPrettyPrinter()).write();
    }
  }

  private void write() throws IOException {
    Findings.Run run = findings.run();
    json.writeStartObject();
    Choice choice = findings.choice();
    json.writeStringField("verdict", choice == null ? null : choice.verdict());
    json.writeStringField("command", run.command());
    json.writeStringField("machine", run.machine());
    json.writeStringField("time", run.time().toString());
    json.writeStringField("source", run.source());
    json.writeStringField("sink", run.sinkName());
    json.writeStringField("goal", run.goal().toString());
    json.writeStringField("minimize", run.minimize() == null ? null : run.minimize().word);
    json.writeNumberField("records", run.records());
    json.writeNumberField("recordsPerSecond", run.recordsPerSecond());
    json.writeArrayFieldStart("remarks");
    for (String remark : run.remarks()) {
      json.writeString(remark);
    }
    json.writeEndArray();
    sink();
    settings();
    effects();
    choice();
    proofs();
    json.writeEndObject();
  }

  private void sink() throws IOException {
    if (findings.sink() == null) {
      return;
    }
    json.writeObjectFieldStart("sinkAlone");
    json.writeNumberField("idleCpuNanosPerSecond", findings.sink().idleNanos());
    json.writeNumberField("nextCpuNanos", findings.sink().nextNanos());
    json.writeArrayFieldStart("sizes");
    for (SinkModel.Point point : findings.sink().points()) {
      json.writeStartObject();
      json.writeNumberField("bytes", point.bytes());
      json.writeNumberField("chunks", point.chunks());
      interval("roundTrip", point.mean());
      json.writeNumberField("p50", point.quantile(0.5));
      json.writeNumberField("p99", point.quantile(0.99));
      interval("cpu", point.cpu());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeObjectFieldStart("collectorAlone");
    json.writeNumberField("cpuNanosPerChunk", findings.collector().perChunk());
    json.writeNumberField("cpuNanosPerRecord", findings.collector().perRecord());
    json.writeEndObject();
  }

  private void interval(String name, Interval interval) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("mean", interval.mean());
    if (Double.isFinite(interval.half())) {
      json.writeNumberField("low", interval.low());
      json.writeNumberField("high", interval.high());
    }
    json.writeEndObject();
  }

  private void settings() throws IOException {
    Set<Answer> front = new HashSet<>(findings.front());
    json.writeArrayFieldStart("settings");
    for (Answer answer : findings.answers()) {
      json.writeStartObject();
      answer(answer);
      json.writeBooleanField("front", front.contains(answer));
      json.writeBooleanField("default", answer.equals(findings.today()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void answer(Answer answer) throws IOException {
    setting(answer.setting());
    values(answer);
  }

  private void setting(Setting setting) throws IOException {
    json.writeObjectFieldStart("setting");
    for (Map.Entry<String, String> option : setting.toProperties().entrySet()) {
      json.writeStringField(option.getKey(), option.getValue());
    }
    json.writeEndObject();
  }

  private void values(Answer answer) throws IOException {
    for (Measure measure : Measure.values()) {
      json.writeNumberField(measure.word, answer.of(measure));
    }
  }

  private void effects() throws IOException {
    if (findings.effects() == null) {
      return;
    }
    json.writeObjectFieldStart("mainEffects");
    for (Map.Entry<String, Map<Measure, Double>> option : findings.effects().shares().entrySet()) {
      json.writeObjectFieldStart(option.getKey());
      for (Map.Entry<Measure, Double> share : option.getValue().entrySet()) {
        json.writeNumberField(share.getKey().word, share.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void choice() throws IOException {
    if (findings.choice() == null) {
      return;
    }
    json.writeObjectFieldStart("recommended");
    answer(findings.choice().answer());
    json.writeStringField("basis", findings.choice().basis());
    json.writeBooleanField("goalMet", findings.choice().met());
    json.writeStringField("reason", findings.choice().reason());
    json.writeEndObject();
  }

  private void proofs() throws IOException {
    json.writeArrayFieldStart("proof");
    for (Proof proof : findings.proofs()) {
      json.writeStartObject();
      json.writeStringField("role", proof.role());
      setting(proof.predicted().setting());
      json.writeNumberField("chunks", proof.chunks());
      json.writeNumberField("dropped", proof.dropped());
      json.writeNumberField("lateNanos", proof.lateNanos());
      json.writeObjectFieldStart("predicted");
      values(proof.predicted());
      json.writeEndObject();
      json.writeObjectFieldStart("measured");
      values(proof.measured());
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
