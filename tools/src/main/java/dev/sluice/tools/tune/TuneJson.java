package dev.sluice.tools.tune;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Findings as one JSON object; times in nanoseconds. */
final class TuneJson {
  private TuneJson() {}

  static void write(Findings findings, OutputStream target) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(target)) {
      of(findings).write(json.useDefaultPrettyPrinter());
    }
  }

  private static JsonObject of(Findings findings) {
    Findings.Run run = findings.run();
    Choice choice = findings.choice();
    JsonObject all =
        new JsonObject()
            .put("verdict", choice == null ? null : choice.verdict())
            .put("command", run.command())
            .put("machine", run.machine())
            .put("time", run.time().toString())
            .put("source", run.source())
            .put("sink", run.sinkName())
            .put("goal", run.goal().toString())
            .put("minimize", run.minimize() == null ? null : run.minimize().word)
            .put("records", run.records())
            .put("recordsPerSecond", run.recordsPerSecond())
            .put("remarks", run.remarks())
            .put("limits", limits(run.goal()))
            .put("promised", promised())
            .put("leftOut", run.leftOut().stream().map(TuneJson::leftOut).toList());
    if (findings.sink() != null) {
      sink(findings, all);
    }
    Set<Answer> front = new HashSet<>(findings.front());
    all.put(
        "settings",
        findings.answers().stream()
            .map(
                one ->
                    answer(one)
                        .put("front", front.contains(one))
                        .put("default", one.equals(findings.today())))
            .toList());
    if (choice != null) {
      all.put("mainEffects", effects(findings.effects()))
          .put(
              "recommended",
              answer(choice.answer())
                  .put("basis", choice.basis())
                  .put("goalMet", choice.met())
                  .put("reason", choice.reason()));
    }
    return all.put("proof", findings.proofs().stream().map(TuneJson::proof).toList());
  }

  private static JsonObject limits(Goal goal) {
    JsonObject all = new JsonObject();
    goal.limits().forEach(limit -> all.put(limit.measure().word, limit.most()));
    return all;
  }

  private static JsonObject promised() {
    JsonObject all = new JsonObject();
    Proof.PROMISED.forEach(measure -> all.put(measure.word, Proof.bar(measure)));
    return all;
  }

  private static List<String> contradicted(Proof proof) {
    return Proof.PROMISED.stream().filter(proof::contradicts).map(one -> one.word).toList();
  }

  private static JsonObject leftOut(Refusal one) {
    return new JsonObject()
        .put("what", one.what())
        .put("settings", one.settings())
        .put("reason", one.reason());
  }

  private static void sink(Findings findings, JsonObject all) {
    all.put(
            "sinkAlone",
            new JsonObject()
                .put("idleCpuNanosPerSecond", findings.sink().idleNanos())
                .put("nextCpuNanos", findings.sink().nextNanos())
                .put("sizes", findings.sink().points().stream().map(TuneJson::point).toList()))
        .put("runBesideSinkAlone", findings.cost().factors());
  }

  private static JsonObject point(SinkModel.Point point) {
    return new JsonObject()
        .put("bytes", point.bytes())
        .put("chunks", point.chunks())
        .put("roundTrip", interval(point.mean()))
        .put("p50", point.quantile(0.5))
        .put("p99", point.quantile(0.99))
        .put("cpu", interval(point.cpu()));
  }

  private static JsonObject interval(Interval interval) {
    JsonObject mean = new JsonObject().put("mean", interval.mean());
    return Double.isFinite(interval.half())
        ? mean.put("low", interval.low()).put("high", interval.high())
        : mean;
  }

  private static JsonObject answer(Answer answer) {
    return values(new JsonObject().put("setting", answer.setting().toProperties()), answer);
  }

  private static JsonObject values(JsonObject object, Answer answer) {
    for (Measure measure : Measure.values()) {
      object.put(measure.word, answer.of(measure));
      if (Double.isFinite(answer.half(measure)) && !answer.halves().isEmpty()) {
        object.put(measure.word + "Half", answer.half(measure));
      }
    }
    return object;
  }

  private static JsonObject effects(MainEffects effects) {
    JsonObject all = new JsonObject();
    effects
        .shares()
        .forEach(
            (option, shares) -> {
              JsonObject object = new JsonObject();
              shares.forEach((measure, share) -> object.put(measure.word, share));
              all.put(option, object);
            });
    return all;
  }

  private static JsonObject proof(Proof proof) {
    return new JsonObject()
        .put("role", proof.role())
        .put("setting", proof.predicted().setting().toProperties())
        .put("chunks", proof.chunks())
        .put("dropped", proof.dropped())
        .put("lateNanos", proof.lateNanos())
        .put("contradicts", contradicted(proof))
        .put("predicted", values(new JsonObject(), proof.predicted()))
        .put("measured", values(new JsonObject(), proof.measured()));
  }
}
