package dev.sluice.tools.explode;

import java.io.OutputStream;
import java.util.Arrays;

/** The text of one record as bytes. For one thread. */
final class RecordBytes extends OutputStream {
  private static final byte[] NONE = {};

  private byte[] bytes = NONE;

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    if (bytes.length == 0) {
      bytes = Arrays.copyOfRange(source, offset, offset + length);
    } else {
      int size = bytes.length;
      bytes = Arrays.copyOf(bytes, Math.addExact(size, length));
      System.arraycopy(source, offset, bytes, size, length);
    }
  }

  /** What was written since the last call. */
  byte[] take() {
    byte[] taken = bytes;
    bytes = NONE;
    return taken;
  }
}
