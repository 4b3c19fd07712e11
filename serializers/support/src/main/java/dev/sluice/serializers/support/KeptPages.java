package dev.sluice.serializers.support;

import java.util.Arrays;

/**
 * Copies of the pages of a chunk that were decoded to check them, so that they need not be decoded
 * again: all pages of a chunk of at most {@link #MAX_CELLS} cells, no page of a longer one. For one
 * thread.
 */
final class KeptPages {
  /**
   * Maximum number of cells in all kept pages, those of columns and those with the places of
   * columns; 1.5 MiB.
   */
  static final int MAX_CELLS = 1 << 17;

  private long[] values = {};
  private char[] codes = {};

  /** Numbers of each page: its rows, and for each type its rows and the places of its columns. */
  private int[] numbers = {};

  /** Reasons why rows cannot be read, by page and type. */
  private String[] unread = {};

  private boolean full;
  private int cells;
  private int rows; // of all pages
  private int end; // of the numbers
  private int types; // of all pages
  private int next;
  private int nextType;
  private int nextRow;

  /** Forgets all pages. */
  void clear() {
    full = false;
    cells = 0;
    rows = 0;
    end = 0;
    types = 0;
    next = 0;
    nextType = 0;
    nextRow = 0;
  }

  /** Returns whether no page is kept, because none was added or they had too many cells. */
  boolean isEmpty() {
    return full || end == 0;
  }

  /** Copies the current page; only the first {@code used} values are valid. */
  void add(Pages pages, int used) {
    int count = 1;
    for (PageType type : pages.types) {
      count += 1 + type.columns.length;
    }
    full |= cells + used + end + count > MAX_CELLS;
    if (full) {
      return;
    }
    values = reserve(values, cells + used);
    System.arraycopy(pages.values, 0, values, cells, used);
    if (pages.types.length > 1) {
      int more = rows + pages.rows;
      codes = more > codes.length ? Arrays.copyOf(codes, 2 * more) : codes;
      System.arraycopy(pages.codes, 0, codes, rows, pages.rows);
    }
    numbers = end + count > numbers.length ? Arrays.copyOf(numbers, 2 * (end + count)) : numbers;
    int typesEnd = types + pages.types.length;
    unread = typesEnd > unread.length ? Arrays.copyOf(unread, 2 * typesEnd) : unread;
    numbers[end++] = pages.rows;
    for (PageType type : pages.types) {
      numbers[end++] = type.rows;
      unread[types++] = type.unread;
      for (int column : type.columns) {
        numbers[end++] = cells + column;
      }
    }
    cells += used;
    rows += pages.rows;
  }

  private static long[] reserve(long[] array, int length) {
    return array.length < length
        ? Arrays.copyOf(array, Math.min(MAX_CELLS, Math.max(length, 2 * array.length)))
        : array;
  }

  /** Makes the next page the current one. */
  void restore(Pages pages) {
    pages.rows = numbers[next++];
    for (PageType type : pages.types) {
      type.rows = numbers[next++];
      type.seen = -1;
      type.unread = unread[nextType++];
      System.arraycopy(numbers, next, type.columns, 0, type.columns.length);
      next += type.columns.length;
    }
    pages.values = values;
    if (pages.types.length > 1) {
      System.arraycopy(codes, nextRow, pages.codes, 0, pages.rows);
      nextRow += pages.rows;
    }
  }
}
