package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RowLayout;
import dev.sluice.serializers.support.Description;
import java.util.Arrays;
import java.util.List;

/**
 * Decodes one page at a time into an array that all pages use: record times of all rows first, then
 * column after column. For one thread.
 */
final class PageDecoder {
  /** Bits of a byte array's length plus one, below its place. */
  static final int LENGTH_BITS = 17;

  private final ColumnDecoder decoder = new ColumnDecoder();
  private final StringTableDecoder strings;
  private final char[] codes = new char[BinaryFormat.PAGE_ROWS];

  /** For each field of byte arrays of the current group, where its bytes start. */
  private final int[] bytesAt = new int[256];

  /** Where the columns of the current group end, by their place in it. */
  private final int[] ends = new int[256];

  /** By field, whether its column in the current group is decoded. */
  private final boolean[] needed = new boolean[256];

  private long[] values = new long[0];
  private List<TypeDecoder> types;
  private boolean selecting;
  private boolean hasUnread;
  private byte[] bytes;
  private int origin;
  private Varint.Reader in;
  private long clockOffset;
  private BodyDescription description;
  private int rows;

  PageDecoder(StringTableDecoder strings) {
    this.strings = strings;
  }

  /**
   * Reads pages of these types from now on.
   *
   * @param newBytes what {@code newIn} reads
   * @param newOrigin where positions of errors are counted from
   * @param wanted the fields that the caller will look at
   */
  void begin(
      List<TypeDecoder> newTypes,
      byte[] newBytes,
      int newOrigin,
      Varint.Reader newIn,
      long newClockOffset,
      FieldSelection wanted) {
    types = newTypes;
    bytes = newBytes;
    origin = newOrigin;
    in = newIn;
    clockOffset = newClockOffset;
    description = null;
    hasUnread = false;
    selecting = wanted != FieldSelection.ALL;
    decoder.begin(newBytes, newIn);
    for (int i = 0; i < newTypes.size(); i++) {
      newTypes.get(i).begin(wanted);
    }
  }

  /** Tells what is decoded from now on. */
  void describe(BodyDescription newDescription) {
    description = newDescription;
  }

  /** Whether there were rows since {@link #begin} that this decoder does not know how to read. */
  boolean hasUnread() {
    return hasUnread;
  }

  /** Rows of the current page. */
  int rows() {
    return rows;
  }

  /** The types of the current page's rows, as indexes into the schema, if it has several. */
  char[] codes() {
    return codes;
  }

  /** All values of the current page; a type's columns say where. */
  long[] values() {
    return values;
  }

  /** Reads a page; at most {@code most} rows. */
  void decode(int most) throws MalformedChunkException {
    rows = in.bounded("rows of a page", 1, Math.min(most, BinaryFormat.PAGE_ROWS));
    if (description != null) {
      description.page(rows);
    }
    if (types.isEmpty()) {
      throw in.malformed("records without a type");
    }
    reserve(0);
    for (int i = 0; i < types.size(); i++) {
      types.get(i).beginPage();
    }
    if (types.size() == 1) {
      types.get(0).rows = rows;
    } else {
      typeColumn();
    }
    int cells = cells();
    reserve(selecting ? cells + rows : cells);
    int end = timeColumn();
    for (int i = 0; i < types.size(); i++) {
      TypeDecoder type = types.get(i);
      type.seen = -1;
      if (type.rows > 0) {
        end = group(type, end);
      }
    }
    if (selecting) {
      clearUnwanted(rows + cells);
    }
  }

  /** Lets all fields that nobody asked for have the values from {@code zeros} on. */
  private void clearUnwanted(int zeros) {
    Arrays.fill(values, zeros, zeros + rows, 0);
    for (int i = 0; i < types.size(); i++) {
      TypeDecoder type = types.get(i);
      for (int field = 0; field < type.fields.length; field++) {
        if (!type.isWanted(field)) {
          type.columns[field] = zeros;
        }
      }
    }
  }

  private void reserve(int cells) {
    int needed = rows + cells + BinaryFormat.SLACK;
    if (values.length < needed) {
      values = new long[needed];
    }
  }

  private int cells() {
    int cells = 0;
    for (int i = 0; i < types.size(); i++) {
      cells += types.get(i).rows * types.get(i).fields.length;
    }
    return cells;
  }

  private void typeColumn() throws MalformedChunkException {
    int at = in.position();
    decoder.decode(values, 0, rows);
    note("(type)", at);
    for (int i = 0; i < rows; i++) {
      long code = values[i];
      if (code < 0 || code >= types.size()) {
        throw in.malformed("row of type " + code + " of " + types.size());
      }
      codes[i] = (char) code;
      types.get((int) code).rows++;
    }
  }

  /** Reads the record times of all rows; the result is where the next column may lie. */
  private int timeColumn() throws MalformedChunkException {
    int count = 0;
    for (int i = 0; i < types.size(); i++) {
      count += types.get(i).timeField >= 0 ? types.get(i).rows : 0;
    }
    if (count > 0) {
      int at = in.position();
      decoder.decode(values, 0, count);
      note("(record time)", at);
    }
    if (types.size() == 1) {
      placeTimes(types.get(0), 0);
      return count;
    }
    return scatterTimes(count);
  }

  private static void placeTimes(TypeDecoder type, int at) {
    if (type.timeField >= 0) {
      type.columns[type.timeField] = at;
    }
  }

  /** Gives each type the record times of its rows. */
  private int scatterTimes(int count) {
    int end = count;
    for (int i = 0; i < types.size(); i++) {
      TypeDecoder type = types.get(i);
      placeTimes(type, end);
      end += type.timeField >= 0 ? type.rows : 0;
      type.seen = 0;
    }
    int next = 0;
    for (int i = 0; i < rows && next < count; i++) {
      TypeDecoder type = types.get(codes[i]);
      if (type.timeField >= 0) {
        values[type.columns[type.timeField] + type.seen++] = values[next++];
      }
    }
    return end;
  }

  /**
   * Reads the columns of a type, unless this decoder does not know how one of them is stored: then
   * the type's rows in this page are not read.
   */
  private int group(TypeDecoder type, int from) throws MalformedChunkException {
    long length = in.nonNegative("length of a group");
    if (length > in.remaining()) {
      throw in.malformed("length of a group " + length + " is beyond the body");
    }
    int end = in.position() + (int) length;
    int bodyEnd = in.end();
    if (description != null) {
      description.group(type.type, type.rows, (int) length);
    }
    if (type.wantsColumns()) {
      try {
        columns(type, from, end);
        finish(type);
      } catch (MalformedChunkException e) {
        type.unread = decoder.takeUnknown();
        if (type.unread == null) {
          throw e;
        }
      }
    }
    if (type.unread != null) {
      type.countUnread();
      hasUnread = true;
    }
    in.reset(bytes, origin, end, bodyEnd);
    return from + type.rows * type.columnOrder().length;
  }

  private void columns(TypeDecoder type, int from, int end) throws MalformedChunkException {
    int[] order = type.columnOrder();
    in.reset(bytes, origin, in.position(), end);
    boolean hasLengths = type.rows > BinaryFormat.ROWS_WITHOUT_LENGTHS;
    if (hasLengths) {
      readLengths(order, end);
      findNeeded(type, order);
    }
    for (int i = 0; i < order.length; i++) {
      int field = order[i];
      type.columns[field] = from + i * type.rows;
      if (!hasLengths) {
        column(type, field);
      } else if (needed[field]) {
        in.reset(bytes, origin, in.position(), ends[i]);
        column(type, field);
        checkEnd("column", ends[i]);
      } else {
        in.reset(bytes, origin, ends[i], end);
      }
    }
    checkEnd("group", end);
  }

  private void readLengths(int[] order, int end) throws MalformedChunkException {
    long columnEnd = 0;
    for (int i = 0; i < order.length - 1; i++) {
      columnEnd += in.bounded("length of a column", 0, in.remaining());
      ends[i] = (int) columnEnd;
    }
    if (columnEnd > in.remaining()) {
      throw in.malformed("columns of " + columnEnd + " bytes in a group with " + in.remaining());
    }
    int start = in.position();
    for (int i = 0; i < order.length - 1; i++) {
      ends[i] += start;
    }
    ends[Math.max(0, order.length - 1)] = end;
  }

  /** Finds the columns that are wanted, and those that they are predicted from. */
  private void findNeeded(TypeDecoder type, int[] order) {
    for (int field : order) {
      needed[field] = type.isWanted(field);
    }
    for (int i = selecting ? order.length - 1 : 0; i > 0; i--) {
      int start = ends[i - 1];
      if (needed[order[i]] && ends[i] - start > 1 && BinaryFormat.isPredicted(bytes[start])) {
        needed[bytes[start + 1] & 0xff] = true;
      }
    }
  }

  private void checkEnd(String what, int end) throws MalformedChunkException {
    if (in.position() != end) {
      throw in.malformed(what + " ends " + (end - in.position()) + " bytes early");
    }
  }

  private void column(TypeDecoder type, int field) throws MalformedChunkException {
    int at = in.position();
    int s = type.columns[field];
    decoder.decode(values, s, type.rows, type, field);
    check(type.fields[field], s, decoder.wasConstant() ? 1 : type.rows);
    if (type.fields[field].type().hasContent()) {
      long total = 0;
      for (int i = s; i < s + type.rows; i++) {
        total += Math.max(0, values[i] - 1);
      }
      bytesAt[field] = in.skip((int) Math.min(total, Integer.MAX_VALUE));
    }
    note(type.fields[field].name(), at);
  }

  private void check(Field field, int s, int n) throws MalformedChunkException {
    if (field.type().isText()) {
      checkRange(strings.minId(), strings.maxId(), s, n, field);
    } else if (field.type().hasContent()) {
      checkRange(0, RowLayout.MAX_INLINE_BYTES + 1, s, n, field);
    } else if (field.type().bits() < 64) {
      checkBits(field.type().bits(), s, n, field);
    }
  }

  private void checkRange(long min, long max, int s, int n, Field field)
      throws MalformedChunkException {
    long[] v = values;
    boolean outside = false;
    for (int i = s; i < s + n; i++) {
      outside |= v[i] < min | v[i] > max;
    }
    if (outside) {
      String name = Description.printable(field.name());
      throw in.malformed("a value of " + name + " is not " + min + " to " + max);
    }
  }

  private void checkBits(int bits, int s, int n, Field field) throws MalformedChunkException {
    long lift = field.type().isSigned() ? 1L << bits - 1 : 0;
    long[] v = values;
    long outside = 0;
    for (int i = s; i < s + n; i++) {
      outside |= v[i] + lift >>> bits;
    }
    if (outside != 0) {
      throw in.malformed(
          "a value of " + Description.printable(field.name()) + " is no " + field.type());
    }
  }

  /** What must wait until nothing is predicted from the columns any more. */
  private void finish(TypeDecoder type) {
    for (int field = 0; field < type.fields.length; field++) {
      int s = type.columns[field];
      if (!type.isWanted(field)) {
        continue;
      }
      if (type.fields[field].isInstant()) {
        for (int i = s; i < s + type.rows; i++) {
          values[i] += clockOffset;
        }
      } else if (type.fields[field].type().hasContent()) {
        place(s, type.rows, bytesAt[field]);
      }
    }
  }

  private void place(int s, int n, int bytesStart) {
    long at = bytesStart;
    for (int i = s; i < s + n; i++) {
      long lengthPlusOne = values[i];
      values[i] = at << LENGTH_BITS | lengthPlusOne;
      at += Math.max(0, lengthPlusOne - 1);
    }
  }

  private void note(String column, int from) {
    if (description != null) {
      description.column(column, from, in.position());
    }
  }
}
