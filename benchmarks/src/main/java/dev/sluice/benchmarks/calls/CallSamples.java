package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What was measured of one cell. For one thread. */
final class CallSamples {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Exact below 2 µs, then to a thousandth. */
  private final Histogram times = new Histogram(LONGEST_NANOS, 3);

  private final List<List<Double>> means = new ArrayList<>();
  private long calls;
  private long nanos;
  private long sum;
  private long allocated;
  private long emitted;
  private long delivered;

  /** A JVM was started; the turns that follow are its. */
  void started() {
    means.add(new ArrayList<>());
  }

  /** A turn of {@code turnCalls} calls on all threads together. */
  void add(CallProcess.Turn turn, long turnCalls) {
    calls += turnCalls;
    nanos += turn.nanos();
    sum += turn.sum();
    allocated += turn.allocated();
    means.get(means.size() - 1).add((double) turn.sum() / turnCalls);
  }

  /** A JVM has ended. */
  void ended(long emittedByIt, long deliveredByIt, Path timesOfIt) throws IOException {
    emitted += emittedByIt;
    delivered += deliveredByIt;
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    try (InputStream in = Files.newInputStream(timesOfIt)) {
      for (int n = in.readNBytes(buffer.array(), 0, buffer.capacity());
          n > 0;
          n = in.readNBytes(buffer.array(), 0, buffer.capacity())) {
        for (int i = 0; i < n; i += Integer.BYTES) {
          times.recordValue(Math.min(LONGEST_NANOS, buffer.getInt(i)));
        }
      }
    }
  }

  /** The mean response time of each turn, by JVM. */
  List<List<Double>> means() {
    return means;
  }

  double meanNanos() {
    return (double) sum / calls;
  }

  long percentile(double percent) {
    return times.getValueAtPercentile(percent);
  }

  double callsPerSecond() {
    return calls * 1e9 / nanos;
  }

  /** Bytes allocated in an outermost call. */
  double allocatedPerCall() {
    return (double) allocated / calls;
  }

  long emitted() {
    return emitted;
  }

  long delivered() {
    return delivered;
  }
}
