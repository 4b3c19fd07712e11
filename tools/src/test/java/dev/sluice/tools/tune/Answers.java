package dev.sluice.tools.tune;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.tools.Notices;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Answers with exact figures, and predictions without a sink. */
final class Answers {
  private Answers() {}

  static Setting setting(int records, int delayMillis, String compression) {
    return new Setting(records, 1 << 16, Duration.ofMillis(delayMillis), "binary", compression);
  }

  /** Of a setting of its own. */
  static Answer of(int records, double p99Millis, double bytes, double cpuNanos) {
    return exact(
        setting(records, 100, "none"), p99Millis * 5e5, p99Millis * 1e6, bytes, cpuNanos, 10);
  }

  static Answer exact(
      Setting setting, double p50, double p99, double bytes, double cpu, double messages) {
    return new Answer(setting, p50, p99, bytes, cpu, messages, List.of());
  }

  /** Of a whole recording, with timers that are never late. */
  static Prediction predict(Recording recording, Setting setting) {
    return predict(recording, setting, TimeSpan.ALL, 0);
  }

  /** With timers that are always late by that. */
  static Prediction predict(Recording recording, Setting setting, TimeSpan span, long lateNanos) {
    Predictor.Conditions conditions =
        new Predictor.Conditions(
            span,
            new TimerLateness(new long[] {lateNanos}),
            () -> bytes -> 0,
            ChunkLayout.MAX_CHUNK_BYTES,
            Map.of());
    return Predictor.predict(recording, List.of(setting), conditions, Notices.NONE).get(0);
  }
}
