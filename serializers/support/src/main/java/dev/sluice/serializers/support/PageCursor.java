package dev.sluice.serializers.support;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import java.util.List;

/** Cursor over the rows of decoded pages. */
final class PageCursor implements RecordCursor {
  private static final int[] NO_COLUMNS = {};

  private final Pages pages;
  private final PageType[] types;
  private final String[] texts;
  private final int lift;
  private final List<UnreadRecords> unread;
  private final int leftOut;

  /** Records in pages not yet decoded. */
  private int left;

  private int rows;
  private int row;
  private long[] values;
  private char[] codes;
  private PageType current;
  private int[] columns = NO_COLUMNS;

  /** Row of the current record among those of its type. */
  private int index;

  PageCursor(Pages pages, int records) {
    this.pages = pages;
    this.types = pages.types;
    this.texts = pages.texts;
    this.lift = -pages.minText;
    this.left = records;
    this.unread = pages.unread();
    this.leftOut = pages.leftOut();
  }

  @Override
  public boolean next() {
    while (++row < rows || nextPage()) {
      if (types.length == 1) {
        index = row;
      } else {
        current = types[codes[row]];
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
    pages.next(left);
    rows = pages.rows;
    left -= rows;
    row = 0;
    values = pages.values;
    codes = pages.codes;
    current = types[0];
    columns = current.columns;
    return true;
  }

  @Override
  public RecordType type() {
    return current.type();
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
    return pages.content(longValue(field));
  }

  @Override
  public List<RecordType> types() {
    return pages.recordTypes();
  }

  @Override
  public List<UnreadRecords> unread() {
    return unread;
  }

  @Override
  public int leftOut() {
    return leftOut;
  }
}
