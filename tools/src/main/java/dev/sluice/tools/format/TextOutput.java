package dev.sluice.tools.format;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A buffer in front of an output stream, for text made by the million. For one thread. A failed
 * write ends in an {@link UncheckedIOException}, because record consumers cannot throw a checked
 * one.
 */
public final class TextOutput implements Flushable {
  private static final int MAX_LONG_CHARS = 20;

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int size;
  private int whole;
  private long flushed;
  private long records;
  private volatile long handedOn;

  /** Writes to that stream, which stays the caller's to close. */
  public TextOutput(OutputStream out) {
    this.out = out;
  }

  TextOutput put(byte[] bytes) {
    makeRoom(bytes.length);
    if (bytes.length > buffer.length) {
      write(bytes, bytes.length);
      return this;
    }
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
    return this;
  }

  TextOutput put(char ascii) {
    makeRoom(1);
    buffer[size++] = (byte) ascii;
    return this;
  }

  TextOutput put(String text) {
    return put(text.getBytes(StandardCharsets.UTF_8));
  }

  TextOutput put(long number) {
    makeRoom(MAX_LONG_CHARS);
    size = NumberOutput.outputLong(number, buffer, size);
    return this;
  }

  /** A record ends here: the stream gets records whole, unless one is longer than the buffer. */
  public void endRecord() {
    whole = size;
    records++;
  }

  /** Returns how many records the stream has. Any thread. */
  public long handedOn() {
    return handedOn;
  }

  /** Bytes that were put so far. */
  public long written() {
    return flushed + size;
  }

  /** Hands everything to the stream and flushes that. */
  @Override
  public void flush() {
    handOn(size);
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeRoom(int bytes) {
    if (bytes > buffer.length - size) {
      handOn(whole > 0 && bytes <= buffer.length - size + whole ? whole : size);
    }
  }

  private void handOn(int bytes) {
    write(buffer, bytes);
    size -= bytes;
    System.arraycopy(buffer, bytes, buffer, 0, size);
    whole = 0;
    handedOn = records;
  }

  private void write(byte[] bytes, int length) {
    try {
      out.write(bytes, 0, length);
      flushed += length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
