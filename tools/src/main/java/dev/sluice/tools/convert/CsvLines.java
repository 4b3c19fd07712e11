package dev.sluice.tools.convert;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of RFC 4180: a value in quotes may hold line breaks, a quote elsewhere is a character like
 * others, and LF, CR LF or CR alone end a line. For one thread.
 */
final class CsvLines {
  private final BufferedReader in;
  private final Path path;
  private final StringBuilder value = new StringBuilder();
  private List<String> values;
  private boolean wasQuoted;
  private String fault;
  private long first;
  private long last;

  /**
   * A line.
   *
   * @param values null for one without a character that was not in quotes
   * @param first number of its first line in the file, from 1 on
   * @param count number of lines of the file that it takes
   * @param fault what is wrong with it, or null
   */
  record Line(List<String> values, long first, long count, String fault) {
    boolean isEmpty() {
      return values.size() == 1 && values.get(0) == null;
    }
  }

  /** Reads a file from its first line on. */
  CsvLines(BufferedReader in, Path path) {
    this.in = in;
    this.path = path;
  }

  /** Reads a line; null at the end. */
  Line next() throws IOException {
    values = new ArrayList<>();
    fault = null;
    first = last + 1;
    last = first;
    int next = in.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n' && next != '\r') {
      if (next == ',') {
        endValue();
      } else if (next == '"' && value.length() == 0 && !wasQuoted) {
        readQuoted();
      } else {
        fault = wasQuoted ? "text after the closing quote of a value" : fault;
        value.append((char) next);
      }
      next = in.read();
    }
    if (next == '\r') {
      skip('\n');
    }
    endValue();
    return new Line(values, first, last - first + 1, fault);
  }

  /** Reads the next character if it is that one; returns whether it was. */
  private boolean skip(char expected) throws IOException {
    in.mark(1);
    boolean isThere = in.read() == expected;
    if (!isThere) {
      in.reset();
    }
    return isThere;
  }

  private void endValue() {
    values.add(value.length() == 0 && !wasQuoted ? null : value.toString());
    value.setLength(0);
    wasQuoted = false;
  }

  private void readQuoted() throws IOException {
    wasQuoted = true;
    boolean afterReturn = false;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '"' && !skip('"')) {
        return;
      }
      last += next == '\r' || next == '\n' && !afterReturn ? 1 : 0;
      afterReturn = next == '\r';
      value.append((char) next);
      if (value.length() > TextReader.MAX_LINE_CHARS) {
        throw new IOException(
            path + ", line " + first + ": a value in quotes is longer than 16 MiB");
      }
    }
    fault = "a quote that is never closed";
    int end = value.length() - 1;
    last -= end >= 0 && (value.charAt(end) == '\n' || value.charAt(end) == '\r') ? 1 : 0;
  }
}
