package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.PageType;
import dev.sluice.serializers.support.Pages;

/**
 * Decoder of one page at a time: first the record times of all rows, then column after column in
 * the order of their places, because kernels overwrite the places after a column. For one thread.
 */
final class PageDecoder extends Pages {
  private static final int SLACK = BinaryFormat.SLACK;

  private final ColumnDecoder decoder = new ColumnDecoder();

  /** Ends of the columns of the current group, by their place in it. */
  private final int[] ends = new int[RecordType.MAX_FIELDS + 1];

  /** Whether the column of a field in the current group is decoded, by field. */
  private final boolean[] needed = new boolean[RecordType.MAX_FIELDS + 1];

  private final Varint.Reader in;
  private final StringTableDecoder strings;

  /** Receives a description of what is decoded; null if none is wanted. */
  private final Description description;

  private int origin;
  private int firstPage;
  private int end;
  private int pages;

  PageDecoder(Varint.Reader in, StringTableDecoder strings, Description description) {
    super(true);
    this.in = in;
    this.strings = strings;
    this.description = description;
  }

  /**
   * Begins to read pages of these types, which start at the next byte.
   *
   * @param newBytes what the reader reads
   * @param newOrigin where positions of errors are counted from
   */
  void begin(PageType[] newTypes, byte[] newBytes, int newOrigin) {
    types = newTypes;
    bytes = newBytes;
    origin = newOrigin;
    firstPage = in.position();
    end = in.end();
    texts = strings.texts();
    minText = strings.minId();
    maxText = strings.maxId();
    decoder.begin(newBytes, in, maxText);
    pages = 0;
  }

  @Override
  protected void rewind() {
    in.reset(bytes, origin, firstPage, end);
  }

  @Override
  protected void checkEnd(int records) throws MalformedChunkException {
    if (in.remaining() > 0) {
      throw in.malformed(in.remaining() + " bytes too many behind " + records + " records");
    }
  }

  @Override
  protected MalformedChunkException malformed(String reason) {
    return in.malformed(reason);
  }

  @Override
  protected void decode(int most) throws MalformedChunkException {
    beginPage(in.bounded("rows of a page", 1, Math.min(most, BinaryFormat.PAGE_ROWS)), SLACK);
    if (description != null) {
      description.line("page %d: %d rows", pages++, rows);
    }
    if (types.length == 0) {
      throw in.malformed("records without a type");
    }
    if (types.length > 1) {
      column("(type)", rows);
    }
    countTypes(SLACK);
    int at = times();
    for (PageType type : types) {
      if (type.rows() > 0) {
        at = group(type, at);
      }
    }
    endPage(at);
  }

  /** Reads the record times of all rows; returns the place of the next column. */
  private int times() throws MalformedChunkException {
    int count = 0;
    for (PageType type : types) {
      count += type.timeField() >= 0 ? type.rows() : 0;
    }
    if (count > 0) {
      column("(record time)", count);
    }
    return placeTimes(count);
  }

  private void column(String name, int count) throws MalformedChunkException {
    int at = in.position();
    decoder.decode(values, 0, count, null, -1);
    note(name, at);
  }

  /**
   * Reads the columns of a type, unless this decoder does not know the encoding of one: then the
   * type's rows in this page are not read.
   */
  private int group(PageType type, int from) throws MalformedChunkException {
    long length = in.nonNegative("length of a group");
    if (length > in.remaining()) {
      throw in.malformed("length of a group " + length + " is beyond the body");
    }
    int groupEnd = in.position() + (int) length;
    if (description != null) {
      description.line(
          "  group %s: %d rows, %d bytes", type.type().qualifiedName(), type.rows(), length);
    }
    int next = placeColumns(type, from);
    if (type.isKnown() && !type.isLeftOut()) {
      try {
        if (type.wanted().length > 0 || type.order().length == 0) {
          columns(type, groupEnd);
        }
        finish(type);
      } catch (MalformedChunkException e) {
        String unknown = decoder.takeUnknown();
        if (unknown == null) {
          throw e;
        }
        leaveOut(type, unknown);
      }
    }
    in.reset(bytes, origin, groupEnd, end);
    return next;
  }

  private void columns(PageType type, int groupEnd) throws MalformedChunkException {
    int[] order = type.order();
    in.reset(bytes, origin, in.position(), groupEnd);
    if (type.rows() <= BinaryFormat.ROWS_WITHOUT_LENGTHS) {
      for (int field : order) {
        column(type, field);
      }
    } else {
      readLengths(order.length, groupEnd);
      findNeeded(type);
      for (int i = 0; i < order.length; i++) {
        if (needed[order[i]]) {
          in.reset(bytes, origin, in.position(), ends[i]);
          column(type, order[i]);
          checkEnd("column", ends[i]);
        } else {
          in.reset(bytes, origin, ends[i], groupEnd);
        }
      }
    }
    checkEnd("group", groupEnd);
  }

  private void readLengths(int count, int groupEnd) throws MalformedChunkException {
    long columnEnd = 0;
    for (int i = 0; i < count - 1; i++) {
      columnEnd += in.bounded("length of a column", 0, in.remaining());
      ends[i] = (int) columnEnd;
    }
    if (columnEnd > in.remaining()) {
      throw in.malformed("columns of " + columnEnd + " bytes in a group with " + in.remaining());
    }
    int start = in.position();
    for (int i = 0; i < count - 1; i++) {
      ends[i] += start;
    }
    ends[Math.max(0, count - 1)] = groupEnd;
  }

  /** Finds the wanted columns, and those from which they are predicted. */
  private void findNeeded(PageType type) {
    int[] order = type.order();
    boolean all = type.wanted() == order;
    for (int field : order) {
      needed[field] = all;
    }
    for (int field : type.wanted()) {
      needed[field] = true;
    }
    for (int i = all ? 0 : order.length - 1; i > 0; i--) {
      int start = ends[i - 1];
      if (needed[order[i]] && ends[i] - start > 1 && BinaryFormat.isPredicted(bytes[start])) {
        needed[bytes[start + 1] & 0xff] = true;
      }
    }
  }

  private void checkEnd(String what, int at) throws MalformedChunkException {
    if (in.position() != at) {
      throw in.malformed(what + " ends " + (at - in.position()) + " bytes early");
    }
  }

  private void column(PageType type, int field) throws MalformedChunkException {
    int at = in.position();
    int from = type.column(field);
    decoder.decode(values, from, type.rows(), type, field);
    Field info = type.field(field);
    if (!isWithin(info, decoder.bounds.low, decoder.bounds.high)) {
      check(info, decoder.distinct, decoder.distinctFrom, decoder.distinctCount);
    }
    if (info.type().hasContent()) {
      long length = contentLength(from, type.rows());
      contentAt[field] = in.skip((int) Math.min(length, Integer.MAX_VALUE));
    }
    note(info.name(), at);
  }

  private void note(String name, int from) {
    if (description != null) {
      description.line(
          "    column %s: %s, %d bytes",
          Description.printable(name),
          BinaryFormat.encoding(bytes[from], bytes[from + 1]),
          in.position() - from);
    }
  }
}
