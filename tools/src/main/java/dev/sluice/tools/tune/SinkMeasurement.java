package dev.sluice.tools.tune;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Measures the medium alone at some chunk sizes. Passes over all sizes are repeated until the 95 %
 * interval of each mean is within {@link #TIGHT} of it, or the time is over; the values of passes
 * are taken as independent. The later half of the passes counts: a client is compiled while it
 * works, and its first chunks cost several times what later ones do.
 */
final class SinkMeasurement {
  /** Half of an interval's width as a part of its mean that is tight enough. */
  static final double TIGHT = 0.05;

  /** Duration of a pass with chunks of one size, in nanoseconds. */
  private static final long SLICE_NANOS = 80_000_000;

  private static final int MIN_CHUNKS = 3;
  private static final int MAX_CHUNKS = 100;

  /** Number of chunks that are sent together, to measure the cost of one more. */
  private static final int BURST = 8;

  private static final int BURSTS = 3;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final int MIN_PASSES = 5;
  private static final Duration IDLE = Duration.ofMillis(200);

  private final SinkProbe probe;
  private final Size[] sizes;
  private final List<List<SinkProbe.Slice>> slices = new ArrayList<>();
  private final List<SinkProbe.Slice> idle = new ArrayList<>();
  private final List<SinkProbe.Slice> bursts = new ArrayList<>();

  /**
   * A size of chunks.
   *
   * @param gapNanos mean distance in time at which such chunks come in use; a medium needs less for
   *     a chunk that comes with others
   */
  record Size(int bytes, double gapNanos) {
    int chunks() {
      return (int) Math.min(MAX_CHUNKS, Math.max(MIN_CHUNKS, SLICE_NANOS / (gapNanos + 1)));
    }
  }

  private SinkMeasurement(SinkProbe probe, Size[] sizes) {
    this.probe = probe;
    this.sizes = sizes;
    for (int i = 0; i < sizes.length; i++) {
      slices.add(new ArrayList<>());
    }
  }

  /** Returns at most {@code count} sizes from the smallest to the largest, at even factors. */
  static int[] sizes(double smallest, double largest, int count) {
    double factor = Math.pow(Math.max(1.0, largest / smallest), 1.0 / (count - 1));
    return java.util.stream.IntStream.range(0, count)
        .map(i -> (int) Math.round(smallest * Math.pow(factor, i)))
        .distinct()
        .toArray();
  }

  /** Measures for {@code time} at most, not counting a first pass that warms up. */
  static SinkModel measure(SinkProbe probe, Size[] sizes, Duration time, Notices progress)
      throws IOException, InterruptedException {
    SinkMeasurement measurement = new SinkMeasurement(probe, sizes);
    measurement.warmUp(time);
    long start = System.nanoTime();
    long end = start + time.toNanos();
    SinkModel model = null;
    for (int pass = 1; model == null || System.nanoTime() - end < 0; pass++) {
      measurement.pass();
      if (pass >= MIN_PASSES || System.nanoTime() - end >= 0) {
        model = measurement.model();
        if (model.points().stream().allMatch(SinkMeasurement::isTight)) {
          break;
        }
      }
      long left = end - System.nanoTime();
      progress.update(
          "sink: pass " + pass + (left > 0 ? ", at most " + Figures.nanos(left) + " left" : ""));
    }
    return model;
  }

  private static boolean isTight(SinkModel.Point point) {
    return point.mean().relative() <= TIGHT && point.cpu().relative() <= TIGHT;
  }

  private void warmUp(Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos() / 5;
    do {
      for (Size size : sizes) {
        probe.send(size.bytes(), MIN_CHUNKS, 0);
      }
    } while (System.nanoTime() - end < 0);
  }

  private void pass() throws IOException, InterruptedException {
    idle.add(probe.idle(IDLE));
    for (int i = 0; i < BURSTS; i++) {
      bursts.add(probe.send(burstBytes(), BURST, 0));
      probe.idle(PAUSE);
    }
    for (int i = 0; i < sizes.length; i++) {
      slices
          .get(i)
          .add(probe.send(sizes[i].bytes(), sizes[i].chunks(), (long) sizes[i].gapNanos()));
    }
  }

  private int burstBytes() {
    return Math.max(sizes[0].bytes(), sizes[sizes.length / 2].bytes() / BURST);
  }

  private SinkModel model() {
    double idleNanos =
        later(idle).stream().mapToLong(SinkProbe.Slice::cpuNanos).sum()
            / later(idle).stream().mapToDouble(SinkProbe.Slice::seconds).sum();
    List<SinkModel.Point> points = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      points.add(point(sizes[i].bytes(), later(slices.get(i)), idleNanos));
    }
    if (points.size() == 1) {
      points.add(points.get(0));
    }
    SinkModel alone = new SinkModel(List.copyOf(points), idleNanos, 0);
    return new SinkModel(alone.points(), idleNanos, next(alone));
  }

  private static List<SinkProbe.Slice> later(List<SinkProbe.Slice> all) {
    return all.subList(all.size() / 2, all.size());
  }

  /** Returns what a further chunk of a burst costs beside its bytes. */
  private double next(SinkModel alone) {
    double burst =
        later(bursts).stream()
            .mapToDouble(slice -> slice.cpuNanos() - alone.idleNanos() * slice.seconds())
            .average()
            .orElse(0);
    return Math.max(0, (burst - alone.cpuNanos(BURST * burstBytes())) / (BURST - 1));
  }

  private static SinkModel.Point point(int size, List<SinkProbe.Slice> slices, double idleNanos) {
    double[] roundTrips = quantiles(slices, SinkProbe.Slice::roundTrips);
    double[] acknowledged = quantiles(slices, SinkProbe.Slice::acknowledged);
    int chunks = slices.stream().mapToInt(slice -> slice.roundTrips().length).sum();
    double[] means =
        slices.stream()
            .mapToDouble(slice -> Arrays.stream(slice.roundTrips()).average().orElse(0))
            .toArray();
    double[] cpu =
        slices.stream()
            .mapToDouble(
                slice ->
                    Math.max(0, slice.cpuNanos() - idleNanos * slice.seconds())
                        / slice.roundTrips().length)
            .toArray();
    return new SinkModel.Point(
        size, chunks, roundTrips, acknowledged, Interval.of(means), Interval.of(cpu));
  }

  private static double[] quantiles(
      List<SinkProbe.Slice> slices, Function<SinkProbe.Slice, long[]> times) {
    return SinkModel.quantiles(
        slices.stream()
            .flatMapToLong(slice -> LongStream.of(times.apply(slice)))
            .sorted()
            .toArray());
  }
}
