package dev.sluice.distributed;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes a part of a chunk: a chunk with the accounting and the number of records of the original,
 * and with some of its rows and fields. So whoever reads all parts of one partition learns of every
 * chunk, and has the account of the whole stream. For one thread.
 *
 * <p>The body, which only {@link PartDecoder} reads, is not dense but quick:
 *
 * <pre>
 * 16 bytes       of the SHA-256 of the original, so that parts of other bytes differ in all
 *                partitions, and those of the same bytes in none, whoever splits them
 * varint         records of the original that could not be read
 * varint, bytes  why, in UTF-8; only if there are any
 * then for each batch
 *   varint, bytes  the type and which of its fields are there, see {@link Projection}
 *   varint         rows
 *   column         for each field that is there, and one of the ordinals
 *   varint         texts that are new in this chunk, with ids that follow each other from 1
 *   for each of them 1 byte, 0 for ISO 8859-1 and 1 for UTF-16, big-endian; varint, bytes
 *   for each field of byte arrays that is there, for each row that is not null: varint, bytes
 * column:
 *   1 byte       bits of a number, 0 to 64; {@value #DELTA} more if the numbers are differences
 *   8 bytes      only with differences: the value before the first, little-endian
 *   8 bytes      what is added to each number, little-endian
 *   bits         for each row the number, from the lowest bit of the first byte on; whole bytes
 * </pre>
 */
final class PartWriter {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Added to the bits of a column whose numbers are differences. */
  static final int DELTA = 0x80;

  /** Behind the room for the header of a chunk. */
  private static final int HASH_AT = ChunkLayout.MAX_HEADER_BYTES;

  /** Length of the hash of the original. */
  static final int HASH_BYTES = 16;

  private static final int BODY_AT = HASH_AT + HASH_BYTES;

  private final long[] column;
  private byte[] bytes = new byte[BODY_AT + (1 << 10)];
  private int at = BODY_AT + 1; // behind the number of records that could not be read

  /** By a text's id in the chunk less the least, its id in the part; 0 if it has none yet. */
  private int[] ids = new int[16];

  /** What has a place in {@code ids}, by id in the part less 1. */
  private int[] used = new int[16];

  private int usedCount;

  /** How many of {@code used} were written with batches before. */
  private int written;

  /**
   * For one partition.
   *
   * @param column {@link ColumnCursor#MAX_ROWS} numbers that calls may overwrite; shared by the
   *     writers of one thread
   */
  PartWriter(long[] column) {
    this.column = column;
  }

  /**
   * Adds rows of a batch.
   *
   * @param rows indexes of the rows, from {@code from} to {@code to}, exclusive
   * @param ordinals of all rows of the batch
   */
  void add(ColumnBatch batch, Projection type, int[] rows, int from, int to, int[] ordinals) {
    room(type.description().length + 2 * Varint.MAX_BYTES);
    putBytes(type.description());
    at = Varint.put(bytes, at, to - from);
    boolean content = false;
    for (int field : type.fields()) {
      FieldType kind = type.type().fields().get(field).type();
      content |= kind.hasContent();
      gather(batch, field, kind, rows, from, to);
      putColumn(to - from);
    }
    for (int i = from; i < to; i++) {
      column[i - from] = ordinals[rows[i]];
    }
    putColumn(to - from);
    putTexts(batch);
    if (content) {
      putContents(batch, type, rows, from, to);
    }
  }

  private void gather(ColumnBatch batch, int field, FieldType kind, int[] rows, int from, int to) {
    long[] values = batch.values();
    int start = batch.start(field);
    if (kind.isText()) {
      int least = batch.minId();
      if (ids.length <= batch.maxId() - least) {
        ids = Arrays.copyOf(ids, Math.max(batch.maxId() - least + 1, ids.length * 2));
      }
      for (int i = from; i < to; i++) {
        long original = values[start + rows[i]];
        int id = ids[(int) (original - least)];
        column[i - from] = id == 0 && original != 0 ? newId((int) (original - least)) : id;
      }
    } else if (kind.hasContent()) {
      for (int i = from; i < to; i++) {
        column[i - from] = values[start + rows[i]] == 0 ? 0 : 1;
      }
    } else {
      for (int i = from; i < to; i++) {
        column[i - from] = values[start + rows[i]];
      }
    }
  }

  private int newId(int index) {
    if (usedCount == used.length) {
      used = Arrays.copyOf(used, usedCount * 2);
    }
    used[usedCount++] = index;
    ids[index] = usedCount;
    return usedCount;
  }

  /** Writes the values or their differences, whichever takes fewer bits. */
  private void putColumn(int count) {
    long least = column[0];
    long most = least;
    long leastStep = Long.MAX_VALUE;
    long mostStep = Long.MIN_VALUE;
    long before = column[0];
    for (int i = 1; i < count; i++) {
      long value = column[i];
      least = Math.min(least, value);
      most = Math.max(most, value);
      leastStep = Math.min(leastStep, value - before);
      mostStep = Math.max(mostStep, value - before);
      before = value;
    }
    // A difference may be beyond 2^63; it is unsigned, and sums wrap around as they did here.
    int bits = Long.SIZE - Long.numberOfLeadingZeros(most - least);
    int stepBits = Long.SIZE - Long.numberOfLeadingZeros(mostStep - leastStep);
    room(1 + 2 * Long.BYTES + (count + 1) * Long.BYTES);
    if (count > 1 && stepBits < bits) {
      bytes[at++] = (byte) (stepBits + DELTA);
      putLong(column[0] - leastStep);
      putLong(leastStep);
      before = column[0];
      column[0] = 0;
      for (int i = 1; i < count; i++) {
        long value = column[i];
        column[i] = value - before - leastStep;
        before = value;
      }
      pack(count, stepBits);
    } else {
      bytes[at++] = (byte) bits;
      putLong(least);
      for (int i = 0; i < count; i++) {
        column[i] -= least;
      }
      pack(count, bits);
    }
  }

  private void putLong(long value) {
    LONG.set(bytes, at, value);
    at += Long.BYTES;
  }

  private void pack(int count, int bits) {
    if (bits == 0) {
      return;
    }
    int end = at + (int) (((long) count * bits + 7) / Byte.SIZE);
    int to = at;
    long word = 0;
    int filled = 0;
    for (int i = 0; i < count; i++) {
      long value = column[i];
      word |= value << filled;
      filled += bits;
      if (filled >= Long.SIZE) {
        LONG.set(bytes, to, word);
        to += Long.BYTES;
        filled -= Long.SIZE;
        word = filled == 0 ? 0 : value >>> bits - filled;
      }
    }
    LONG.set(bytes, to, word);
    at = end;
  }

  private void putTexts(ColumnBatch batch) {
    room(Varint.MAX_BYTES);
    at = Varint.put(bytes, at, usedCount - written);
    for (; written < usedCount; written++) {
      putText(batch.text(used[written] + (long) batch.minId()));
    }
  }

  private void putText(String text) {
    boolean narrow = text.chars().allMatch(c -> c < 256);
    room(1);
    bytes[at++] = (byte) (narrow ? 0 : 1);
    putBytes(narrow ? text.getBytes(StandardCharsets.ISO_8859_1) : wide(text));
  }

  /** As no charset does it: with lone surrogates. */
  private static byte[] wide(String text) {
    ByteBuffer chars = ByteBuffer.allocate(text.length() * Character.BYTES);
    chars.asCharBuffer().put(text);
    return chars.array();
  }

  private void putContents(ColumnBatch batch, Projection type, int[] rows, int from, int to) {
    for (int field : type.fields()) {
      if (type.type().fields().get(field).type().hasContent()) {
        for (int i = from; i < to; i++) {
          byte[] value = batch.bytes(field, rows[i]);
          if (value != null) {
            putBytes(value);
          }
        }
      }
    }
  }

  private void putBytes(byte[] value) {
    room(value.length + Varint.MAX_BYTES);
    at = Varint.put(bytes, at, value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
  }

  private void room(int count) {
    if (bytes.length - at - ChunkLayout.CRC_BYTES < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + count + ChunkLayout.CRC_BYTES));
    }
  }

  /**
   * Makes a part of what was added since the last one.
   *
   * @param original the chunk that the rows are of
   * @param hash its SHA-256
   * @param rejected how many records of it could not be read
   * @param reason why, if there are any
   * @return valid until the next call of any method
   */
  Chunk seal(Chunk original, byte[] hash, int rejected, String reason) {
    int from = BODY_AT;
    System.arraycopy(hash, 0, bytes, HASH_AT, HASH_BYTES);
    if (rejected == 0) {
      bytes[from] = 0;
    } else {
      byte[] why = reason.getBytes(StandardCharsets.UTF_8);
      int more = 2 * Varint.MAX_BYTES + why.length;
      room(more);
      byte[] head = new byte[more];
      int end = Varint.put(head, Varint.put(head, 0, rejected), why.length);
      System.arraycopy(why, 0, head, end, why.length);
      end += why.length;
      System.arraycopy(bytes, from + 1, bytes, from + end, at - from - 1);
      System.arraycopy(head, 0, bytes, from, end);
      at += end - 1;
    }
    Chunk part =
        ChunkLayout.seal(
            bytes,
            HASH_AT,
            ChunkHeader.of(
                PartDeserializer.ID,
                at - HASH_AT,
                original.header().recordCount(),
                original.accounting()));
    clear();
    return part;
  }

  /** Whether no chunk can hold what was added. */
  boolean isTooLong() {
    return at - BODY_AT > ChunkLayout.MAX_CHUNK_BYTES - BODY_AT;
  }

  /** Forgets what was added since the last part. */
  void clear() {
    at = BODY_AT + 1;
    for (int i = 0; i < usedCount; i++) {
      ids[used[i]] = 0;
    }
    usedCount = 0;
    written = 0;
  }
}
