package dev.sluice.serializers.support;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.UnreadRecords;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The records of a chunk, decoded one page at a time into an array that all pages use. A decoder
 * extends it by how its columns are stored. A chunk of one page is decoded once; of several, all
 * are decoded to check them, and what does not fit {@link KeptPages} is decoded again when the
 * cursor reaches it, so that memory stays that of some pages. For one thread.
 */
public abstract class Pages {
  /** Number of bits of a byte array's length plus one, below its place. */
  static final int LENGTH_BITS = 17;

  /** Values of all columns of the current page; each type knows the places of its columns. */
  protected long[] values = new long[0];

  /** Start in {@link #bytes} of the byte arrays of each field of the current type. */
  protected final int[] contentAt = new int[RecordType.MAX_FIELDS];

  /** The types of the chunk, by their place in its schema. */
  protected PageType[] types = {};

  /** Rows of the current page. */
  protected int rows;

  /** Array with the content of byte arrays. */
  protected byte[] bytes;

  /** Texts by id; an id minus the least id is the index. */
  protected String[] texts;

  /** Smallest and largest id of a text. */
  protected int minText;

  protected int maxText;

  /** Types of the current page's rows as indexes into the schema, if it has several. */
  char[] codes = new char[0];

  /** Place of the next record time of each type; -1 if a type has none. */
  private int[] places = new int[0];

  private PageType[] listed;
  private List<RecordType> recordTypes;
  private long clockOffset;
  private boolean selecting;
  private boolean hasUnread;

  /** Whether the only page is still decoded since it was checked. */
  private boolean fresh;

  /** The kept pages; null if none are kept. */
  private final KeptPages kept;

  /** Whether the cursor reads kept pages. */
  private boolean replaying;

  /** Array for decoded pages, while {@link #values} are those of kept ones. */
  private long[] own;

  /** Number of values of the current page. */
  private int used;

  /**
   * Number of records that the reader does not want, and number of those in pages that were not
   * opened.
   */
  private int leftOut;

  private int unopened;

  /**
   * Creates pages without a chunk.
   *
   * @param keeps whether pages of chunks that are not long are kept to be handed out, instead of
   *     decoded twice
   */
  protected Pages(boolean keeps) {
    kept = keeps ? new KeptPages() : null;
  }

  /**
   * Checks all pages, so that none fails later, and returns a cursor before the first record.
   *
   * @param wanted the fields that the caller will look at
   */
  public final RecordCursor cursor(int records, long newClockOffset, FieldSelection wanted)
      throws MalformedChunkException {
    check(records, newClockOffset, wanted);
    return new PageCursor(this, records - unopened);
  }

  /** Checks all pages and returns a cursor over columns, which belong to the decoder. */
  public final ColumnCursor columns(int records, long newClockOffset, FieldSelection wanted)
      throws MalformedChunkException {
    check(records, newClockOffset, wanted);
    return new PageColumns(this, records - unopened);
  }

  private void check(int records, long newClockOffset, FieldSelection wanted)
      throws MalformedChunkException {
    clockOffset = newClockOffset;
    selecting = wanted != FieldSelection.ALL;
    hasUnread = false;
    fresh = false;
    rows = 0;
    if (replaying) {
      values = own;
      replaying = false;
    }
    boolean any = types.length == 0;
    for (PageType type : types) {
      type.begin(wanted);
      any |= !type.isLeftOut();
    }
    unopened = any ? 0 : records;
    leftOut = unopened;
    if (any) {
      decodeAll(records);
    }
  }

  private void decodeAll(int records) throws MalformedChunkException {
    if (kept != null) {
      kept.clear();
    }
    rewind();
    for (int left = records; left > 0; left -= rows) {
      decode(left);
      for (PageType type : types) {
        leftOut += type.isLeftOut() ? type.rows : 0;
      }
      if (kept != null && rows < records) {
        kept.add(this, used);
      }
    }
    checkEnd(records);
    fresh = rows == records;
    replaying = !fresh && kept != null && !kept.isEmpty();
    if (replaying) {
      own = values;
    } else if (!fresh) {
      rewind();
    }
  }

  /**
   * Decodes the next page of a checked chunk, if it is not decoded already; called by the cursors.
   */
  final void next(int left) {
    if (replaying) {
      kept.restore(this);
    } else if (!fresh) {
      try {
        decode(left);
      } catch (MalformedChunkException e) {
        throw new IllegalStateException("the bytes of a chunk changed while it was read", e);
      }
    }
    fresh = false;
  }

  /** Returns the byte array of a cell of the current page, or null. */
  final byte[] content(long cell) {
    int length = (int) cell & (1 << LENGTH_BITS) - 1;
    int at = (int) (cell >>> LENGTH_BITS);
    return length == 0 ? null : Arrays.copyOfRange(bytes, at, at + length - 1);
  }

  /**
   * Decodes a page of {@code most} rows or fewer: {@link #beginPage}, columns, {@link #endPage}.
   */
  protected abstract void decode(int most) throws MalformedChunkException;

  /** Moves before the first page. */
  protected abstract void rewind();

  /** Checks the bytes after the last of {@code records} records. */
  protected abstract void checkEnd(int records) throws MalformedChunkException;

  /** Returns an exception for the column being read. */
  protected abstract MalformedChunkException malformed(String reason);

  /** Begins a page with this number of rows. */
  protected final void beginPage(int newRows, int slack) {
    rows = newRows;
    reserve(newRows + slack);
    if (codes.length < newRows) {
      codes = new char[newRows];
    }
    for (PageType type : types) {
      type.beginPage();
    }
  }

  private void reserve(int cells) {
    if (values.length < cells) {
      values = new long[cells];
    }
  }

  /**
   * Counts the rows of each type, by the codes in the first values, and makes room for all columns.
   *
   * @param slack places behind the last column that may be overwritten
   */
  protected final void countTypes(int slack) throws MalformedChunkException {
    if (types.length == 1) {
      types[0].rows = rows;
    } else {
      readCodes();
    }
    int cells = selecting ? 2 * rows : rows;
    for (PageType type : types) {
      cells += type.rows * type.fields.length;
    }
    reserve(cells + slack);
  }

  private void readCodes() throws MalformedChunkException {
    for (int i = 0; i < rows; i++) {
      long code = values[i];
      if (code < 0 || code >= types.length) {
        throw malformed("row of type " + code + " of " + types.length);
      }
      codes[i] = (char) code;
      types[(int) code].rows++;
    }
  }

  /**
   * Gives each type the record times of its rows.
   *
   * @param count how many times stand in the first values, in the order of the rows
   * @return where the next column may lie
   */
  protected final int placeTimes(int count) {
    int end = types.length == 1 ? 0 : count;
    for (PageType type : types) {
      end = placeTime(type, end);
    }
    if (types.length > 1) {
      scatterTimes(count);
    }
    return end;
  }

  /** Places the record time of a type, if it has one; returns the next free place. */
  protected final int placeTime(PageType type, int from) {
    if (type.timeField() < 0) {
      return from;
    }
    type.columns[type.timeField()] = from;
    return from + type.rows;
  }

  private void scatterTimes(int count) {
    if (places.length < types.length) {
      places = new int[types.length];
    }
    for (int i = 0; i < types.length; i++) {
      int field = types[i].timeField();
      places[i] = field < 0 ? -1 : types[i].columns[field];
    }
    int next = 0;
    for (int i = 0; next < count; i++) {
      int place = places[codes[i]];
      if (place >= 0) {
        values[place] = values[next++];
        places[codes[i]] = place + 1;
      }
    }
  }

  /**
   * Places the columns of a type without the record time, one after the other.
   *
   * @return where the next column may lie
   */
  protected final int placeColumns(PageType type, int from) {
    int at = from;
    for (int field : type.order()) {
      type.columns[field] = at;
      at += type.rows;
    }
    return at;
  }

  /** Returns whether all numbers from {@code low} to {@code high} are values of the field. */
  protected final boolean isWithin(Field field, long low, long high) {
    FieldType type = field.type();
    if (type.isText()) {
      return low >= minText && high <= maxText;
    } else if (type.hasContent()) {
      return low >= 0 && high <= RowLayout.MAX_INLINE_BYTES + 1;
    } else if (type.bits() == Long.SIZE) {
      return true;
    }
    long max = max(type);
    return low >= min(type, max) && high <= max;
  }

  private static long max(FieldType type) {
    return (1L << type.bits() - (type.isSigned() ? 1 : 0)) - 1;
  }

  private static long min(FieldType type, long max) {
    return type.isSigned() ? -max - 1 : 0;
  }

  /** Checks that {@code v[from..from+n)} are values of the field. */
  protected final void check(Field field, long[] v, int from, int n)
      throws MalformedChunkException {
    FieldType type = field.type();
    if (type.isText()) {
      checkRange(field, minText, maxText, v, from, n);
    } else if (type.hasContent()) {
      checkRange(field, 0, RowLayout.MAX_INLINE_BYTES + 1, v, from, n);
    } else if (type.bits() < Long.SIZE) {
      long max = max(type);
      checkRange(field, min(type, max), max, v, from, n);
    }
  }

  private void checkRange(Field field, long min, long max, long[] v, int from, int n)
      throws MalformedChunkException {
    // Without branches: below 0 as soon as one distance is. As min is at most 0 and max at least, a
    // distance overflows only where it should be below 0.
    long outside = 0;
    for (int i = from; i < from + n; i++) {
      outside |= v[i] - min | max - v[i];
    }
    if (outside < 0) {
      String name = Description.printable(field.name());
      throw malformed(
          "a value of " + name + " is not " + min + " to " + max + ", so no " + field.type());
    }
  }

  /**
   * Returns the number of bytes of the byte arrays whose lengths plus one are {@code
   * values[from..from+n)}.
   */
  protected final long contentLength(int from, int n) {
    long total = 0;
    for (int i = from; i < from + n; i++) {
      total += Math.max(0, values[i] - 1);
    }
    return total;
  }

  /** Converts the columns of a type after all predictions from them are done. */
  protected final void finish(PageType type) {
    if (type.timeField() >= 0) {
      addClockOffset(type, type.timeField());
    }
    for (int field : type.wanted()) {
      if (type.fields[field].isInstant()) {
        addClockOffset(type, field);
      } else if (type.fields[field].type().hasContent()) {
        placeContent(type, field);
      }
    }
  }

  private void addClockOffset(PageType type, int field) {
    if (clockOffset != 0) {
      int from = type.columns[field];
      for (int i = from; i < from + type.rows; i++) {
        values[i] += clockOffset;
      }
    }
  }

  private void placeContent(PageType type, int field) {
    long at = contentAt[field];
    int from = type.columns[field];
    for (int i = from; i < from + type.rows; i++) {
      long lengthPlusOne = values[i];
      values[i] = lengthPlusOne == 0 ? 0 : at << LENGTH_BITS | lengthPlusOne;
      at += Math.max(0, lengthPlusOne - 1);
    }
  }

  /** Leaves out the rows of a type in the current page. */
  protected final void leaveOut(PageType type, String reason) {
    type.unread = reason;
    countUnread(type);
  }

  private void countUnread(PageType type) {
    type.countUnread();
    hasUnread = true;
  }

  /**
   * Ends a page: sets fields that the reader does not want to their defaults, and counts rows of
   * unknown types as unread.
   *
   * @param end where the last column ends
   */
  protected final void endPage(int end) {
    used = end;
    for (PageType type : types) {
      if (!type.isKnown()) {
        countUnread(type);
      }
    }
    if (selecting) {
      Arrays.fill(values, end, end + rows, 0);
      used = end + rows;
      for (PageType type : types) {
        for (int field : type.unwanted()) {
          type.columns[field] = end;
        }
      }
    }
  }

  final int leftOut() {
    return leftOut;
  }

  final List<UnreadRecords> unread() {
    return hasUnread
        ? Stream.of(types).map(PageType::unreadRecords).filter(Objects::nonNull).toList()
        : List.of();
  }

  /** Returns the known types; the list is the same object as long as the types stay the same. */
  final List<RecordType> recordTypes() {
    if (listed != types) {
      listed = types;
      recordTypes = Stream.of(types).filter(PageType::isKnown).map(PageType::type).toList();
    }
    return recordTypes;
  }
}
