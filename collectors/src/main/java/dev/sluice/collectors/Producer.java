package dev.sluice.collectors;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.platform.Platform;
import dev.sluice.support.FailureLog;
import java.util.HexFormat;

/**
 * What chunks, log lines and threads say of a collector, and what it runs on.
 *
 * @param name the name, or null
 */
record Producer(long id, String name, Attributes attributes, Platform platform) {
  /** The name for people. */
  String label() {
    return name != null ? name : HexFormat.of().toHexDigits(id);
  }

  /** A log of one kind of failure. */
  FailureLog log() {
    return log("");
  }

  /** The same; {@code more} ends the line of a failure. */
  FailureLog log(String more) {
    return new FailureLog("dev.sluice.collectors", "producer " + label(), more, platform);
  }
}
