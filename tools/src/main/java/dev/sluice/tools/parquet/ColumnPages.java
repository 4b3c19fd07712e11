package dev.sluice.tools.parquet;

import dev.sluice.api.record.FieldType;
import java.util.List;

/**
 * A column of a row group as pages: one of a dictionary where that is shorter, and one of values
 * (https://parquet.apache.org/docs/file-format/data-pages/). For one thread.
 */
final class ColumnPages implements AutoCloseable {
  private static final int DATA_PAGE = 0;
  private static final int DICTIONARY_PAGE = 2;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int DELTA_BINARY_PACKED = 5;
  private static final int RLE_DICTIONARY = 8;

  private final Encodings encodings = new Encodings();
  private final PageCompression compression = new PageCompression();
  private final Bytes body = new Bytes();
  private final Bytes levels = new Bytes();

  /**
   * Entry of a column in the file's footer.
   *
   * @param dictionaryOffset in the file, or -1
   * @param dataOffset in the file
   * @param size bytes of its pages with their headers
   * @param plainSize the same, uncompressed
   * @param least of integers, and {@code most}
   */
  record Written(
      int encoding,
      int values,
      long dictionaryOffset,
      long dataOffset,
      long size,
      long plainSize,
      long least,
      long most) {}

  /**
   * Appends the pages.
   *
   * @param offset where {@code out} begins in the file
   */
  Written write(ColumnBuffer column, long offset, Bytes out) {
    long begin = offset + out.size();
    boolean shorter = column.isBinary() && column.dictionary().size() <= column.values() / 2;
    long plainSize = 0;
    if (shorter) {
      body.clear();
      for (byte[] text : column.dictionary()) {
        body.little(text.length, Integer.BYTES).put(text);
      }
      plainSize = page(DICTIONARY_PAGE, column.dictionary().size(), PLAIN, out);
    }
    long data = offset + out.size();
    int encoding = encode(column, shorter);
    plainSize += page(DATA_PAGE, column.rows(), encoding, out);
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < column.values() && column.type().isIntegral(); i++) {
      least = Math.min(least, column.cells()[i]);
      most = Math.max(most, column.cells()[i]);
    }
    long size = offset + out.size() - begin;
    return new Written(
        encoding, column.rows(), shorter ? begin : -1, data, size, plainSize, least, most);
  }

  /** Writes levels and values to the body; the result is how the values are encoded. */
  private int encode(ColumnBuffer column, boolean dictionary) {
    body.clear();
    if (column.isOptional()) {
      levels.clear();
      encodings.hybrid(column.present(), column.rows(), 1, levels);
      body.little(levels.size(), Integer.BYTES).put(levels);
    }
    long[] cells = column.cells();
    int count = column.values();
    if (dictionary) {
      int most = Math.max(1, column.dictionary().size() - 1);
      int width = Integer.SIZE - Integer.numberOfLeadingZeros(most);
      body.put(width);
      encodings.hybrid(cells, count, width, body);
      return RLE_DICTIONARY;
    }
    if (column.isBinary()) {
      List<byte[]> texts = column.dictionary();
      for (int i = 0; i < count; i++) {
        byte[] text = texts.get((int) cells[i]);
        body.little(text.length, Integer.BYTES).put(text);
      }
      return PLAIN;
    }
    FieldType type = column.type();
    if (type == FieldType.BOOLEAN) {
      body.packed(cells, 0, count, 1);
      return PLAIN;
    }
    if (type.isIntegral()) {
      encodings.delta(cells, count, !type.isWide(), body);
      return DELTA_BINARY_PACKED;
    }
    for (int i = 0; i < count; i++) {
      body.little(cells[i], type.bits() / Byte.SIZE);
    }
    return PLAIN;
  }

  /** Appends the body as a page; the result is its size with the header, uncompressed. */
  private long page(int kind, int values, int encoding, Bytes out) {
    Bytes packed = compression.compress(body);
    int before = out.size();
    Thrift header = new Thrift(out);
    header.i32(1, kind).i32(2, body.size()).i32(3, packed.size());
    if (kind == DATA_PAGE) {
      header.struct(5).i32(1, values).i32(2, encoding).i32(3, RLE).i32(4, RLE).end();
    } else {
      header.struct(7).i32(1, values).i32(2, encoding).end();
    }
    header.end();
    int headerSize = out.size() - before;
    out.put(packed);
    return headerSize + (long) body.size();
  }

  @Override
  public void close() {
    compression.close();
  }
}
