package dev.sluice.monitoring.samplers.system;

import java.util.HashMap;
import java.util.Map;

/** Rates of devices' counters between two samples. For one thread. */
final class Rates {
  /**
   * Maximum number of devices: they come and go with containers, and beyond this number all
   * counters are forgotten.
   */
  private static final int MAX_DEVICES = 1024;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<String, Sample> before = new HashMap<>();

  private record Sample(long time, long[] counters) {}

  /**
   * Returns the growth of a device's counters per second.
   *
   * @param time in nanoseconds
   * @return one for each counter, or null for the device's first sample
   */
  double[] perSecond(String device, long time, long... counters) {
    if (before.size() >= MAX_DEVICES && !before.containsKey(device)) {
      before.clear();
    }
    Sample last = before.put(device, new Sample(time, counters));
    if (last == null || time <= last.time()) {
      return null;
    }
    double seconds = (time - last.time()) / NANOS_PER_SECOND;
    double[] rates = new double[counters.length];
    for (int i = 0; i < rates.length; i++) {
      // A device that was taken out and put back begins anew.
      rates[i] = Math.max(0, counters[i] - last.counters()[i]) / seconds;
    }
    return rates;
  }
}
