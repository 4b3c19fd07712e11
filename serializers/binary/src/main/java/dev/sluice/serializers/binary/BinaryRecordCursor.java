package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import java.util.Arrays;
import java.util.List;

/** Walks over the rows of decoded pages. */
final class BinaryRecordCursor implements RecordCursor {
  private static final int[] NO_COLUMNS = {};

  private final BinaryChunkDecoder decoder;
  private final PageDecoder pages;

  /** Texts by id, lifted so that static ones have places too. */
  private final String[] texts;

  private final int lift;
  private final List<TypeDecoder> types;
  private final List<RecordType> recordTypes;
  private final byte[] bytes;
  private final boolean single;
  private final List<UnreadRecords> unread;

  /** Records in pages not yet decoded. */
  private int left;

  private int rows;
  private int row;
  private long[] values;
  private TypeDecoder current;
  private int[] columns = NO_COLUMNS;

  /** Row of the current record among those of its type. */
  private int index;

  BinaryRecordCursor(
      BinaryChunkDecoder decoder,
      PageDecoder pages,
      StringTableDecoder strings,
      SchemaDecoder schema,
      byte[] bytes,
      int records,
      List<UnreadRecords> unread) {
    this.decoder = decoder;
    this.pages = pages;
    this.texts = strings.texts();
    this.lift = -strings.minId();
    this.types = schema.types();
    this.recordTypes = schema.recordTypes();
    this.bytes = bytes;
    this.single = types.size() == 1;
    this.left = records;
    this.unread = unread;
  }

  @Override
  public boolean next() {
    while (++row < rows || nextPage()) {
      if (single) {
        index = row;
      } else {
        current = types.get(pages.codes()[row]);
        columns = current.columns;
        index = ++current.seen;
      }
      if (current.unread == null) {
        return true;
      }
    }
    return false;
  }

  private boolean nextPage() {
    if (left == 0) {
      row = rows;
      return false;
    }
    try {
      decoder.nextPage(left);
    } catch (MalformedChunkException e) {
      throw new IllegalStateException("the bytes of a chunk changed while it was read", e);
    }
    rows = pages.rows();
    left -= rows;
    row = 0;
    values = pages.values();
    current = types.get(0);
    columns = current.columns;
    return true;
  }

  @Override
  public RecordType type() {
    return current.type;
  }

  @Override
  public long longValue(int field) {
    return values[columns[field] + index];
  }

  @Override
  public double doubleValue(int field) {
    return current.fields[field].type().toDouble(longValue(field));
  }

  @Override
  public String text(int field) {
    return texts[(int) longValue(field) + lift];
  }

  @Override
  public byte[] bytes(int field) {
    long value = longValue(field);
    int length = (int) value & (1 << PageDecoder.LENGTH_BITS) - 1;
    int at = (int) (value >>> PageDecoder.LENGTH_BITS);
    return length == 0 ? null : Arrays.copyOfRange(bytes, at, at + length - 1);
  }

  @Override
  public List<RecordType> types() {
    return recordTypes;
  }

  @Override
  public List<UnreadRecords> unread() {
    return unread;
  }
}
