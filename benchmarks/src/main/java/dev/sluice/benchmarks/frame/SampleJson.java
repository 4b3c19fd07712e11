package dev.sluice.benchmarks.frame;

import dev.sluice.tools.recordings.JsonObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Samples as JSON, between JVMs and in files. */
final class SampleJson {
  private SampleJson() {}

  static List<JsonObject> of(List<Sample> samples) {
    return samples.stream().map(SampleJson::of).toList();
  }

  private static JsonObject of(Sample sample) {
    JsonObject json =
        new JsonObject()
            .put("cell", sample.cell().labels())
            .put("metric", sample.metric().name())
            .put("unit", sample.metric().unit())
            .put("digits", sample.metric().digits())
            .put("values", Arrays.stream(sample.values()).boxed().toList());
    if (sample.histogram() != null) {
      json.put("histogram", base64(sample.histogram()));
    }
    return sample.failure() == null ? json : json.put("failure", sample.failure());
  }

  /**
   * What {@link #of} made and {@code JsonTree} read.
   *
   * @throws ClassCastException if it is something else
   * @throws NullPointerException if a field is missing
   */
  static List<Sample> read(Object array) {
    List<Sample> samples = new ArrayList<>();
    for (Object one : (List<?>) array) {
      Map<?, ?> sample = (Map<?, ?>) one;
      Map<String, String> labels = new LinkedHashMap<>();
      ((Map<?, ?>) sample.get("cell")).forEach((k, v) -> labels.put((String) k, (String) v));
      Metric metric =
          new Metric(
              (String) sample.get("metric"),
              (String) sample.get("unit"),
              ((Number) sample.get("digits")).intValue());
      samples.add(
          new Sample(
              new Cell(labels),
              metric,
              numbers((List<?>) sample.get("values")),
              histogram((String) sample.get("histogram")),
              (String) sample.get("failure")));
    }
    return samples;
  }

  /** What is not finite is a text in JSON. */
  private static double[] numbers(List<?> values) {
    return values.stream().mapToDouble(value -> Double.parseDouble(value.toString())).toArray();
  }

  private static String base64(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  private static Histogram histogram(String text) {
    try {
      return text == null
          ? null
          : Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException | IllegalArgumentException e) {
      throw (ClassCastException) new ClassCastException("no histogram").initCause(e);
    }
  }
}
