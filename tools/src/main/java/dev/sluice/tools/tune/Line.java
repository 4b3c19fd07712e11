package dev.sluice.tools.tune;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A straight line through points by least squares, neither falling nor below 0. */
public record Line(double base, double slope) {
  /** Through points of which each has a place and a value. */
  static Line of(List<double[]> points) {
    double x = points.stream().mapToDouble(point -> point[0]).average().orElse(0);
    double y = points.stream().mapToDouble(point -> point[1]).average().orElse(0);
    double squares = 0;
    double products = 0;
    for (double[] point : points) {
      squares += (point[0] - x) * (point[0] - x);
      products += (point[0] - x) * (point[1] - y);
    }
    double slope = squares == 0 ? 0 : Math.max(0, products / squares);
    return x > 0 && slope * x > y
        ? new Line(0, Math.max(0, y / x))
        : new Line(y - slope * x, slope);
  }

  /**
   * Nanoseconds of encoding a record at full speed over the chunks of a record, for each {@link
   * Prediction#encoding}: what one prediction needed more than its neighbours is chance.
   */
  static Map<String, Line> ofEncodings(List<Prediction> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                Prediction::encoding,
                Collectors.mapping(
                    one -> new double[] {1 / one.recordsPerChunk(), one.encodeNanosPerRecord()},
                    Collectors.collectingAndThen(Collectors.toList(), Line::of))));
  }

  double at(double place) {
    return base + slope * place;
  }
}
