package dev.sluice.tools.tune;

import java.time.Duration;

/** Answers with plain figures. */
final class Answers {
  private Answers() {}

  static Setting setting(int records, int delayMillis, String compression) {
    return new Setting(records, 1 << 16, Duration.ofMillis(delayMillis), "binary", compression);
  }

  /** Of a setting of its own. */
  static Answer of(int records, double p99Millis, double bytes, double cpuNanos) {
    return new Answer(
        setting(records, 100, "none"), p99Millis * 5e5, p99Millis * 1e6, bytes, cpuNanos, 10);
  }
}
