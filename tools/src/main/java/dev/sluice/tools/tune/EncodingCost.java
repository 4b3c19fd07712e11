package dev.sluice.tools.tune;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Processor time of encoding at full speed. For each serializer and compression it is a straight
 * line over the chunks of a record, through all predictions: what one prediction needed more than
 * its neighbours is chance.
 *
 * @param lines nanoseconds for a record and for a chunk, by serializer and compression
 */
record EncodingCost(Map<String, double[]> lines) {
  static EncodingCost of(List<Prediction> all) {
    return new EncodingCost(
        all.stream()
            .collect(
                Collectors.groupingBy(
                    EncodingCost::key,
                    Collectors.collectingAndThen(Collectors.toList(), EncodingCost::line))));
  }

  private static String key(Prediction prediction) {
    return prediction.setting().serializer() + " " + prediction.setting().compression();
  }

  /** By least squares; a chunk does not cost less than nothing. */
  private static double[] line(List<Prediction> alike) {
    double chunks = alike.stream().mapToDouble(EncodingCost::chunks).average().orElse(0);
    double nanos = alike.stream().mapToDouble(Prediction::encodeNanosPerRecord).average().orElse(0);
    double squares = 0;
    double products = 0;
    for (Prediction one : alike) {
      squares += (chunks(one) - chunks) * (chunks(one) - chunks);
      products += (chunks(one) - chunks) * (one.encodeNanosPerRecord() - nanos);
    }
    double slope = squares == 0 ? 0 : Math.min(nanos / chunks, Math.max(0, products / squares));
    return new double[] {nanos - slope * chunks, slope};
  }

  private static double chunks(Prediction prediction) {
    return 1 / prediction.recordsPerChunk();
  }

  /** Nanoseconds for a record. */
  double nanos(Prediction prediction) {
    double[] line = lines.get(key(prediction));
    return line[0] + line[1] * chunks(prediction);
  }
}
