package dev.sluice.serializers.support;

import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import java.util.List;

/** Cursor over the columns of decoded pages. */
final class PageColumns implements ColumnCursor, ColumnBatch {
  private final Pages pages;
  private final PageType[] types;
  private final String[] texts;
  private final int minId;
  private final int maxId;
  private final List<UnreadRecords> unread;
  private final int leftOut;

  /** Records in pages not yet decoded. */
  private int left;

  /** Records in the pages before the current one. */
  private int before;

  /** Rows of the current page. */
  private int rows;

  /** Place of the current type in the schema. */
  private int place;

  private PageType current;
  private long[] values;

  PageColumns(Pages pages, int records) {
    this.pages = pages;
    this.types = pages.types;
    this.texts = pages.texts;
    this.minId = pages.minText;
    this.maxId = pages.maxText;
    this.unread = pages.unread();
    this.leftOut = pages.leftOut();
    this.left = records;
    this.place = types.length;
  }

  @Override
  public boolean next() {
    while (++place < types.length || nextPage()) {
      current = types[place];
      if (current.rows > 0 && current.unread == null) {
        return true;
      }
    }
    return false;
  }

  private boolean nextPage() {
    if (left == 0) {
      place = types.length;
      return false;
    }
    pages.next(left);
    before += rows;
    rows = pages.rows;
    left -= rows;
    values = pages.values;
    place = 0;
    return true;
  }

  @Override
  public ColumnBatch batch() {
    return this;
  }

  @Override
  public RecordType type() {
    return current.type();
  }

  @Override
  public int rows() {
    return current.rows;
  }

  @Override
  public long[] values() {
    return values;
  }

  @Override
  public int start(int field) {
    return current.columns[field];
  }

  @Override
  public int minId() {
    return minId;
  }

  @Override
  public int maxId() {
    return maxId;
  }

  @Override
  public String text(long id) {
    return texts[(int) id - minId];
  }

  @Override
  public byte[] bytes(int field, int row) {
    return pages.content(values[current.columns[field] + row]);
  }

  @Override
  public void ordinals(int[] to) {
    char[] codes = pages.codes;
    int count = 0;
    for (int i = 0; i < rows; i++) {
      if (types.length == 1 || codes[i] == place) {
        to[count++] = before + i;
      }
    }
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
