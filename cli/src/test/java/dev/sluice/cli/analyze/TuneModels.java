package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What {@code tune} may find, drawn from a seed, in the form in which it is written. */
final class TuneModels {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> MEASURES = List.of("p50", "p99", "bytes", "cpu", "messages");
  private static final List<String> AXES =
      List.of("chunk.records", "chunk.bytes", "delay", "serializer", "compression");

  private final Random random;
  private final ObjectNode all = JSON.createObjectNode();
  private final List<ObjectNode> settings = new ArrayList<>();

  private TuneModels(long seed) {
    random = new Random(seed);
  }

  /** A model; every third has no goal, every fourth no recommendation. */
  static ObjectNode drawn(int seed) {
    TuneModels one = new TuneModels(seed);
    one.head(seed);
    one.settings();
    one.sink();
    one.all.putArray("proof");
    if (seed % 4 != 3) {
      one.recommended(seed);
    }
    return one.all;
  }

  private double near(double middle, double spread) {
    return middle * Math.exp(spread * random.nextGaussian());
  }

  private void head(int seed) {
    ObjectNode limits = JSON.createObjectNode();
    if (seed % 3 != 2) {
      limits.put("p99", near(200e6, 0.5)).put("bytes", near(6, 0.1));
    }
    all.put("verdict", seed % 2 == 0 ? "Proven, run end to end" : "Not contradicted")
        .put("command", "./sluice tune recording --quick")
        .put("machine", "two processors")
        .put("time", "2026-11-25T20:10:11Z")
        .put("source", "recording")
        .put("sink", "file:records")
        .put("goal", limits.isEmpty() ? "" : "p99<250ms,bytes<6")
        .put("minimize", seed % 2 == 0 ? "bytes" : null)
        .put("records", 1_000 + random.nextInt(9_000_000))
        .put("recordsPerSecond", near(30_000, 2));
    all.putArray("remarks").add("The steady part is read.").add("chunk.bytes=9 is left out: no");
    all.set("limits", limits);
    all.set(
        "promised", JSON.createObjectNode().put("p99", 0.15).put("bytes", 0.01).put("cpu", 0.15));
    all.putArray("leftOut")
        .add(
            JSON.createObjectNode()
                .put("what", "chunk.bytes=9")
                .put("settings", 6)
                .put("reason", "no"));
  }

  private void settings() {
    for (int records : List.of(64, 1_024, 16_384)) {
      for (int millis : List.of(10, 50, 200, 5_000)) {
        for (String compression : List.of("none", "zstd")) {
          double p99 = near(1.2e6 * millis, 0.1);
          ObjectNode one = JSON.createObjectNode();
          ObjectNode setting = one.putObject("setting");
          setting
              .put("chunk.records", records + "")
              .put("chunk.bytes", "921600")
              .put("delay", millis + "ms")
              .put("serializer", "binary")
              .put("compression", compression);
          one.put("p50", 0.55 * p99)
              .put("p99", p99)
              .put("bytes", near(compression.equals("none") ? 9 : 5, 0.2))
              .put("cpu", near(compression.equals("none") ? 700 : 1_900, 0.3))
              .put("messages", near(20_000.0 / millis, 0.1))
              .put("front", random.nextInt(3) == 0)
              .put("default", settings.isEmpty());
          settings.add(one);
        }
      }
    }
    ((ObjectNode) settings.get(settings.size() - 1).get("setting")).put("chunk.adapt", "50ms");
    ArrayNode array = all.putArray("settings");
    settings.forEach(array::add);
  }

  private void sink() {
    ArrayNode sizes = all.putObject("sinkAlone").putArray("sizes");
    for (int bytes : List.of(300, 4_000, 60_000)) {
      ObjectNode size = sizes.addObject().put("bytes", bytes).put("chunks", 90);
      interval(size.putObject("roundTrip"), near(20.0 * bytes + 1e6, 0.2));
      interval(size.putObject("cpu"), near(2.0 * bytes + 30_000, 0.2));
      size.put("p50", near(1.1e6, 0.1)).put("p99", near(9e6, 0.1));
    }
  }

  private void interval(ObjectNode into, double mean) {
    double half = mean * random.nextDouble();
    into.put("mean", mean).put("low", mean - half).put("high", mean + half);
  }

  private void recommended(int seed) {
    ObjectNode effects = all.putObject("mainEffects");
    AXES.forEach(
        axis -> {
          ObjectNode of = effects.putObject(axis);
          double most = axis.equals("chunk.records") ? 0.02 : 1;
          MEASURES.forEach(measure -> of.put(measure, most * random.nextDouble()));
        });
    ObjectNode best = settings.get(9).deepCopy();
    best.remove(List.of("front", "default"));
    all.set("recommended", best);
    best.put("basis", List.of("proven", "measured", "not contradicted").get(seed % 3))
        .put("goalMet", seed % 5 != 4)
        .put("reason", "It has the least bytes.");
    ArrayNode proofs = (ArrayNode) all.get("proof");
    proof(proofs, "best by prediction", settings.get(9));
    proof(proofs, "default", settings.get(0));
    proof(proofs, "front", settings.get(3));
    proof(proofs, "front", settings.get(14));
  }

  private void proof(ArrayNode proofs, String role, ObjectNode of) {
    ObjectNode proof = proofs.addObject().put("role", role);
    proof.set("setting", of.get("setting").deepCopy());
    proof
        .put("chunks", 100 + random.nextInt(5_000))
        .put("dropped", random.nextInt(4) == 0 ? 7 : 0)
        .put("lateNanos", near(1e6, 2));
    ArrayNode contradicts = proof.putArray("contradicts");
    ObjectNode predicted = proof.putObject("predicted");
    ObjectNode measured = proof.putObject("measured");
    for (String measure : MEASURES) {
      double value = of.get(measure).asDouble();
      double right = near(value, measure.equals("bytes") ? 0.01 : 0.15);
      predicted.put(measure, value);
      measured.put(measure, right);
      double half = 0.1 * right * random.nextDouble();
      if (random.nextBoolean()) {
        measured.put(measure + "Half", half);
      }
      double bar = all.get("promised").path(measure).asDouble(Double.POSITIVE_INFINITY);
      if (Math.abs(right - value) - half > bar * value) {
        contradicts.add(measure);
      }
    }
  }
}
