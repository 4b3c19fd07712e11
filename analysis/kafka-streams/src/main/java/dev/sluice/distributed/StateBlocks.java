package dev.sluice.distributed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Cuts what is written in blocks, of which only those that changed since the last time are put. For
 * one thread.
 */
final class StateBlocks {
  /** Below Kafka's default limit of a message, 1 MiB. */
  static final int BLOCK_BYTES = 512 << 10;

  private final BiConsumer<Integer, byte[]> target;

  /** Of each block as it was put last: CRC32C and CRC-32, 0 if it was not put. */
  private long[] marks;

  private int count;

  /** Writes a state. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Blocks for a target.
   *
   * @param target takes blocks by their numbers; null removes one
   * @param kept how many blocks it has already
   */
  StateBlocks(BiConsumer<Integer, byte[]> target, int kept) {
    this.target = target;
    this.count = kept;
    this.marks = new long[Math.max(16, kept)];
  }

  /** Puts what changed; the result is its bytes. */
  long write(Content content) throws IOException {
    Cutter cutter = new Cutter();
    content.write(cutter);
    cutter.end();
    for (int number = cutter.number; number < count; number++) {
      target.accept(number, null);
      marks[number] = 0;
    }
    count = cutter.number;
    return cutter.changed;
  }

  private final class Cutter extends OutputStream {
    private byte[] block = new byte[BLOCK_BYTES];
    private int length;
    private int number;
    private long changed;

    @Override
    public void write(int b) throws IOException {
      if (length == BLOCK_BYTES) {
        cut();
      }
      block[length++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int from, int total) throws IOException {
      int at = from;
      int rest = total;
      while (rest > 0) {
        if (length == BLOCK_BYTES) {
          cut();
        }
        int some = Math.min(rest, BLOCK_BYTES - length);
        System.arraycopy(bytes, at, block, length, some);
        length += some;
        at += some;
        rest -= some;
      }
    }

    private void end() {
      if (length > 0) {
        cut();
      }
    }

    private void cut() {
      // One of 32 bits would take a changed block for the old one every month under load.
      long mark = crc(new CRC32C()) << Integer.SIZE | crc(new CRC32());
      if (number == marks.length) {
        marks = Arrays.copyOf(marks, number * 2);
      }
      if (marks[number] != mark) {
        marks[number] = mark;
        changed += length;
        target.accept(number, Arrays.copyOf(block, length));
      }
      number++;
      length = 0;
    }

    private long crc(Checksum sum) {
      sum.update(block, 0, length);
      return sum.getValue();
    }
  }

  /**
   * Reads blocks one after the other, until there is none.
   *
   * @param blocks the block with that number, or null; asked for once each
   */
  static InputStream reading(IntFunction<byte[]> blocks) {
    Iterator<ByteArrayInputStream> each =
        IntStream.iterate(0, number -> number + 1)
            .mapToObj(blocks)
            .takeWhile(Objects::nonNull)
            .map(ByteArrayInputStream::new)
            .iterator();
    return new SequenceInputStream(
        new Enumeration<>() {
          @Override
          public boolean hasMoreElements() {
            return each.hasNext();
          }

          @Override
          public InputStream nextElement() {
            return each.next();
          }
        });
  }
}
