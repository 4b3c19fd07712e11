package dev.sluice.monitoring.samplers.system;

import java.util.HashMap;
import java.util.Map;

/** Remembers the counters of devices from one sample to the next. For one thread. */
final class Rates {
  /** Devices come and go with containers: beyond this number all begin anew. */
  private static final int MAX_DEVICES = 1024;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<String, Sample> before = new HashMap<>();

  private record Sample(long time, long[] counters) {}

  /**
   * Returns how much the counters of a device grew, per second.
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
