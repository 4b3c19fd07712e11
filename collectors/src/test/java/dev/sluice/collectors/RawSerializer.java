package dev.sluice.collectors;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.api.spi.Serializer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies rows as they are; refuses or fails where a test wants it. */
public final class RawSerializer implements Serializer, ChunkEncoder {
  /** A row with this thread number cannot be encoded. */
  static final int POISON = -13;

  /** A row with this thread number makes the encoder fail. */
  static final int BOMB = -14;

  volatile RuntimeException failure;
  volatile Runnable beforeEncode = () -> {};
  volatile Runnable afterEncode = () -> {};
  volatile boolean wrongRow;

  /** How many words of rows become one of the body; with more than 1 nobody can decode it. */
  volatile int packing = 1;

  int calls;

  /** Bytes that the last body might have, and that lay behind it. */
  int room;

  int behind;

  @Override
  public String name() {
    return "raw";
  }

  @Override
  public int id() {
    return 200;
  }

  @Override
  public ChunkEncoder newEncoder(Options options) {
    options.get(Key.text("raw.option", null, ""));
    return this;
  }

  @Override
  public int encode(RowBatch batch, byte[] out, int from, int to) throws RecordEncodeException {
    calls++;
    room = to - from;
    behind = out.length - to;
    beforeEncode.run();
    if (failure != null) {
      throw failure;
    }
    int row = 0;
    for (int at = 0; at < batch.length(); at += RowLayout.words(batch.words[at])) {
      int thread = (int) (batch.words[at] >>> 32);
      if (thread == POISON) {
        throw new RecordEncodeException(wrongRow ? batch.rows() : row, "poison");
      }
      if (thread == BOMB) {
        throw new IllegalStateException("bomb");
      }
      row++;
    }
    int words = batch.length() / packing;
    if (words * 8 > to - from) {
      return -1;
    }
    ByteBuffer.wrap(out, from, to - from)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .put(batch.words, 0, words);
    return words * 8;
  }

  @Override
  public int compression() {
    afterEncode.run();
    return 0;
  }

  @Override
  public int rawLength() {
    return 0;
  }

  @Override
  public int maxRecords() {
    return 65_536;
  }
}
