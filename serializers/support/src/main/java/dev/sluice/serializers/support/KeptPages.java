package dev.sluice.serializers.support;

import java.util.Arrays;

/**
 * Copies of the pages of a chunk that were decoded to check them, so that they need not be decoded
 * again: of a chunk of at most {@link #MAX_CELLS} cells all pages, of a longer one none. For one
 * thread.
 */
final class KeptPages {
  /** In all pages, those of columns and those that tell where columns lie; 1 MiB and a half. */
  static final int MAX_CELLS = 1 << 17;

  private long[] values = {};
  private char[] codes = {};

  /** Of each page: its rows, and of each type its rows and where its columns lie. */
  private int[] numbers = {};

  /** By page and type, why its rows cannot be read. */
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

  /** Whether none is kept, because nothing was added or too much. */
  boolean isEmpty() {
    return full || end == 0;
  }

  /** Copies the current page, of which the first {@code used} values count. */
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
