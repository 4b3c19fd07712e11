package dev.sluice.collectors;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The two clocks, replaceable in tests. */
interface Clock {
  /** The clocks of this machine. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long epochNanos() {
          Instant now = Instant.now();
          return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        }
      };

  /** As {@link System#nanoTime()}. */
  long nanoTime();

  /** Nanoseconds since the epoch. */
  long epochNanos();
}
