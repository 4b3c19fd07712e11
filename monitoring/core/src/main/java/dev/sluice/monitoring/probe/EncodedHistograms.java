package dev.sluice.monitoring.probe;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encoder of histograms. After a while it allocates nothing: byte arrays are kept by length, and
 * lengths are rounded up. For one thread at a time.
 */
final class EncodedHistograms {
  private static final int STEP_BYTES = 32;

  /** Maximum length of an array that is kept; longer ones are allocated each time. */
  private static final int MAX_KEPT_BYTES = 2048;

  private final byte[][] arrays = new byte[MAX_KEPT_BYTES / STEP_BYTES + 1][];
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** Returns the encoding with zeros after it; valid until the next call. */
  byte[] encode(DurationHistogram histogram) {
    if (buffer.capacity() < histogram.maxEncodedBytes()) {
      buffer = ByteBuffer.allocate(histogram.maxEncodedBytes());
    }
    int length = histogram.encode(buffer.clear());
    byte[] array = array((length + STEP_BYTES - 1) / STEP_BYTES);
    System.arraycopy(buffer.array(), 0, array, 0, length);
    Arrays.fill(array, length, array.length, (byte) 0);
    return array;
  }

  private byte[] array(int steps) {
    if (steps >= arrays.length) {
      return new byte[steps * STEP_BYTES];
    }
    byte[] kept = arrays[steps];
    if (kept == null) {
      kept = new byte[steps * STEP_BYTES];
      arrays[steps] = kept;
    }
    return kept;
  }
}
