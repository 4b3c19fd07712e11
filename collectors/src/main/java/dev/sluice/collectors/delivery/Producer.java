package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.platform.Platform;
import dev.sluice.support.FailureLog;
import java.util.HexFormat;

/**
 * Identity of a collector in chunks, log lines and names of threads, and the platform that it runs
 * on.
 *
 * @param name the name, or null
 */
public record Producer(long id, String name, Attributes attributes, Platform platform) {
  /** Returns the producer's name for people. */
  public String label() {
    return name != null ? name : HexFormat.of().toHexDigits(id);
  }

  /** Returns a log for one kind of failure. */
  public FailureLog log() {
    return log("");
  }

  /** Returns a log for one kind of failure, whose lines end with {@code more}. */
  FailureLog log(String more) {
    return new FailureLog("dev.sluice.collectors", "producer " + label(), more, platform);
  }
}
