package dev.sluice.serializers.support;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import java.util.Arrays;

/**
 * A record type of the chunk being decoded, and the places of its columns in the current page of
 * {@link Pages}. May be kept for later chunks with the same type. For one thread.
 */
public final class PageType {
  private static final int[] NONE = {};

  final Field[] fields;

  /** Index of each field's first value in the page's values. */
  final int[] columns;

  /** Number of rows in the current page, and number of those that the cursor has passed. */
  int rows;

  int seen;

  /** Reason why the rows of the current page cannot be read; null if they can. */
  String unread;

  private final RecordType type;
  private final int timeField;
  private final int[] order;
  private final String unknown;

  /** Number of rows of the chunk that cannot be read, and the reason for the first of them. */
  private int unreadRows;

  private String firstUnread;

  // What the reader asked for last.
  private FieldSelection selection = FieldSelection.ALL;
  private boolean leftOut;
  private int[] wanted;
  private int[] unwanted = NONE;

  /**
   * Creates a type from a chunk's schema.
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

  /** Returns the type in the form that records have. */
  public RecordType type() {
    return type;
  }

  /** Returns the field at an index. */
  public Field field(int index) {
    return fields[index];
  }

  /** Returns the index of the record time, or -1. */
  public int timeField() {
    return timeField;
  }

  /** Returns whether all fields have types and roles that are known. */
  public boolean isKnown() {
    return unknown == null;
  }

  /** Returns whether the reader does not want the rows of this type. */
  public boolean isLeftOut() {
    return leftOut;
  }

  /** Returns the number of rows in the current page. */
  public int rows() {
    return rows;
  }

  /** Returns where the column of a field starts in the values of the current page. */
  public int column(int field) {
    return columns[field];
  }

  /** Returns all fields but the record time, in the order of their columns; not to be changed. */
  public int[] order() {
    return order;
  }

  /**
   * Returns the fields that the reader wants, in the order of their columns; the array of {@link
   * #order} itself if it wants all.
   */
  public int[] wanted() {
    return wanted;
  }

  /** Returns the fields that the reader does not want. */
  int[] unwanted() {
    return unwanted;
  }

  /** Returns whether a column of this field may hold differences from the other field's. */
  public boolean isReference(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isIntegral();
  }

  /** Returns whether a column of this field may be keyed by the other field's. */
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

  /** Counts the rows of the current page as unread for the current reason. */
  void countUnread() {
    firstUnread = firstUnread == null ? unread : firstUnread;
    unreadRows += rows;
  }

  /** Returns the rows of the chunk that cannot be read; null if all can. */
  UnreadRecords unreadRecords() {
    return unreadRows == 0
        ? null
        : new UnreadRecords(type.qualifiedName(), firstUnread, unreadRows);
  }
}
