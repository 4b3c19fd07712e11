package dev.sluice.collectors.delivery;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.platform.Platform;
import dev.sluice.support.FailureLog;
import java.util.HexFormat;

/**
 * What chunks, log lines and threads say of a collector, and what it runs on.
 *
 * @param name the name, or null
 */
public record Producer(long id, String name, Attributes attributes, Platform platform) {
  /** The name for people. */
  public String label() {
    return name != null ? name : HexFormat.of().toHexDigits(id);
  }

  /** A log of one kind of failure. */
  public FailureLog log() {
    return log("");
  }

  /** The same; {@code more} ends the line of a failure. */
  FailureLog log(String more) {
    return new FailureLog("dev.sluice.collectors", "producer " + label(), more, platform);
  }
}
