package dev.sluice.tools.format;

import java.nio.charset.StandardCharsets;

/**
 * Writes instants that lie close to one another: the text of a second is made once. For one thread.
 */
final class InstantText {
  private static final long NANOS = 1_000_000_000L;
  private static final int TO_SECONDS = "2026-01-31T23:59:59.".length();

  private final TextOutput out;
  private long second = Long.MIN_VALUE;
  private byte[] text;

  InstantText(TextOutput out) {
    this.out = out;
  }

  /** Writes nanoseconds since the epoch as {@link Instants#nanos} does. */
  TextOutput put(long epochNanos) {
    long from = Math.floorDiv(epochNanos, NANOS);
    if (from != second) {
      String whole = Instants.nanos(epochNanos).substring(0, TO_SECONDS);
      text = whole.getBytes(StandardCharsets.US_ASCII);
      second = from;
    }
    out.put(text);
    int fraction = (int) Math.floorMod(epochNanos, NANOS);
    for (int unit = (int) NANOS / 10; unit > 0; unit /= 10) {
      out.put((char) ('0' + fraction / unit % 10));
    }
    return out.put('Z');
  }
}
