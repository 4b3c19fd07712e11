package dev.sluice.serializers.support;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import java.util.Arrays;

/**
 * A record type of the chunk being decoded, and where its columns lie in the current page of {@link
 * Pages}. May be kept for later chunks with the same type. For one thread.
 */
public final class PageType {
  private static final int[] NONE = {};

  final Field[] fields;

  /** Index of each field's first value in the page's values. */
  final int[] columns;

  /** Rows in the current page, and how many of them the cursor has seen. */
  int rows;

  int seen;

  /** Why the rows of the current page cannot be read; null if they can. */
  String unread;

  private final RecordType type;
  private final int timeField;
  private final int[] order;
  private final String unknown;

  /** Rows of the chunk that cannot be read, and why the first of them cannot. */
  private int unreadRows;

  private String firstUnread;

  // What the reader asked for last.
  private FieldSelection selection = FieldSelection.ALL;
  private boolean leftOut;
  private int[] wanted;
  private int[] unwanted = NONE;

  /**
   * A type as a chunk tells it.
   *
   * @param unknown what the decoder does not know of it, so that its rows are not read; else null
   */
  public PageType(RecordType type, String unknown) {
    this.type = type;
    this.unknown = unknown;
    this.fields = type.fields().toArray(new Field[0]);
    this.columns = new int[fields.length];
    this.timeField = type.recordTimeField();
    this.order = FieldOrder.of(type);
    this.wanted = order;
  }

  /** The type as records tell it. */
  public RecordType type() {
    return type;
  }

  /** The field at an index. */
  public Field field(int index) {
    return fields[index];
  }

  /** Index of the record time, or -1. */
  public int timeField() {
    return timeField;
  }

  /** Whether all fields have types and roles that are known. */
  public boolean isKnown() {
    return unknown == null;
  }

  /** Whether nobody wants its rows. */
  public boolean isLeftOut() {
    return leftOut;
  }

  /** Rows in the current page. */
  public int rows() {
    return rows;
  }

  /** Where the column of a field starts in the values of the current page. */
  public int column(int field) {
    return columns[field];
  }

  /** All fields but the record time, in the order of their columns; not to be changed. */
  public int[] order() {
    return order;
  }

  /** Those that the reader asked for; the very array of {@link #order} if it wants all. */
  public int[] wanted() {
    return wanted;
  }

  /** Those that it did not ask for. */
  int[] unwanted() {
    return unwanted;
  }

  /** Whether a column of this field may hold differences from the other field's. */
  public boolean isReference(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isIntegral();
  }

  /** Whether a column of this field may be keyed by the other field's. */
  public boolean isKey(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isText();
  }

  private boolean isDecoded(int field, int other) {
    return other >= 0
        && other < fields.length
        && FieldOrder.isBefore(fields, timeField, other, field);
  }

  /** Begins a chunk of which the reader wants some fields. */
  void begin(FieldSelection newSelection) {
    unreadRows = 0;
    firstUnread = null;
    if (selection != newSelection && isKnown()) {
      selection = newSelection;
      wanted = order;
      unwanted = NONE;
      leftOut = !newSelection.containsType(type);
      if (newSelection != FieldSelection.ALL) {
        select();
      }
    }
  }

  private void select() {
    int[] chosen = new int[order.length];
    int[] others = new int[order.length];
    int count = 0;
    for (int i = 0; i < order.length; i++) {
      if (selection.contains(type, fields[order[i]])) {
        chosen[count++] = order[i];
      } else {
        others[i - count] = order[i];
      }
    }
    wanted = Arrays.copyOf(chosen, count);
    unwanted = Arrays.copyOf(others, order.length - count);
  }

  /** Begins a page. */
  void beginPage() {
    rows = 0;
    seen = -1;
    unread = leftOut ? "not wanted" : unknown;
  }

  /** Counts the rows of the current page as not read, for this reason. */
  void countUnread() {
    firstUnread = firstUnread == null ? unread : firstUnread;
    unreadRows += rows;
  }

  /** The rows of the chunk that cannot be read; null if all can. */
  UnreadRecords unreadRecords() {
    return unreadRows == 0
        ? null
        : new UnreadRecords(type.qualifiedName(), firstUnread, unreadRows);
  }
}
