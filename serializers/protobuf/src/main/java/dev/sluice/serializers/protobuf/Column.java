package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.serializers.protobuf.Numbers.Form;

/** A message {@code Column} that was read, and its values page by page. For one thread. */
final class Column {
  private int predictor;
  private int reference;
  private long start;
  private long base;
  private final Numbers values = new Numbers();
  private final Numbers words = new Numbers();
  private final Numbers runs = new Numbers();
  private int contentFrom;
  private int contentLength;

  /** Reader of the column, for errors. */
  private WireReader source;

  private int at;

  // Where the next value comes from.
  private Numbers items = values;
  private int item;
  private long left;
  private long step;
  private long last;
  private int contentAt;

  /** Reads the fields of a message into this one, as Protocol Buffers merges messages. */
  void read(WireReader in) throws MalformedChunkException {
    source = in;
    at = in.position();
    int outer = in.enter();
    while (in.next()) {
      readField(in);
    }
    in.leave(outer);
  }

  private void readField(WireReader in) throws MalformedChunkException {
    switch (in.tag()) {
      case ProtobufFormat.COLUMN_PREDICTOR << 3 -> predictor = (int) in.varint();
      case ProtobufFormat.COLUMN_REFERENCE << 3 -> reference = (int) in.varint();
      case ProtobufFormat.COLUMN_START << 3 -> start = in.signed();
      case ProtobufFormat.COLUMN_BASE << 3 -> base = in.signed();
      case ProtobufFormat.COLUMN_CONTENT << 3 | ProtobufFormat.DELIMITED -> {
        contentLength = in.length();
        contentFrom = in.take(contentLength);
      }
      case ProtobufFormat.COLUMN_VALUES << 3 | ProtobufFormat.DELIMITED,
          ProtobufFormat.COLUMN_VALUES << 3 ->
          values.read(in, Form.SIGNED);
      case ProtobufFormat.COLUMN_WORDS << 3 | ProtobufFormat.DELIMITED,
          ProtobufFormat.COLUMN_WORDS << 3 | ProtobufFormat.FIXED64 ->
          words.read(in, Form.FIXED);
      case ProtobufFormat.COLUMN_RUNS << 3 | ProtobufFormat.DELIMITED,
          ProtobufFormat.COLUMN_RUNS << 3 ->
          runs.read(in, Form.UNSIGNED);
      default -> in.skip();
    }
  }

  /** Returns the predictor if it is not known; otherwise null. */
  String unknown() {
    return predictor >= ProtobufFormat.NONE && predictor <= ProtobufFormat.REFERENCE
        ? null
        : "predictor " + Integer.toUnsignedString(predictor);
  }

  boolean isReference() {
    return predictor == ProtobufFormat.REFERENCE;
  }

  /**
   * Returns the field that the column refers to, as an unsigned number; valid only with a predictor
   * that refers to one.
   */
  int reference() {
    return reference;
  }

  int contentLength() {
    return contentLength;
  }

  /** Checks that the column has {@code count} values. */
  void check(int count) throws MalformedChunkException {
    items = values.size() > 0 ? values : words;
    if (unknown() != null) {
      throw source.malformed(at, unknown() + " is not known");
    }
    refuse(values.size() > 0 && words.size() > 0, "values and words");
    refuse(reference != 0 && !isReference(), "a reference without use");
    refuse(start != 0 && predictor != ProtobufFormat.DELTA, "a start without use");
    long rows = items.size();
    if (runs.size() > 0) {
      refuse(runs.size() != items.size(), runs.size() + " runs of " + items.size() + " items");
      rows = sumOfRuns();
    }
    refuse(rows != count && (rows > 0 || runs.size() > 0), rows + " values for " + count + " rows");
  }

  private long sumOfRuns() throws MalformedChunkException {
    long sum = 0;
    for (int i = 0; i < runs.size(); i++) {
      refuse(runs.get(i) == 0, "a run of 0 rows");
      sum += runs.get(i);
    }
    return sum;
  }

  private void refuse(boolean wrong, String what) throws MalformedChunkException {
    if (wrong) {
      throw source.malformed(at, "column has " + what);
    }
  }

  /** Moves before the first value. */
  void rewind() {
    item = 0;
    left = items.size() == 0 ? Long.MAX_VALUE : 0;
    step = base;
    last = start;
    contentAt = contentFrom;
  }

  /**
   * Writes the next values to {@code v[s..s+n)}.
   *
   * @param other where the values lie of the column that this one refers to
   */
  void fill(long[] v, int s, int n, int other) {
    for (int i = 0; i < n; i++) {
      if (left == 0) {
        step = base + items.get(item);
        left = runs.size() == 0 ? 1 : runs.get(item);
        item++;
      }
      left--;
      last = step + (predictor == ProtobufFormat.DELTA ? last : isReference() ? v[other + i] : 0);
      v[s + i] = last;
    }
  }

  /** Skips content; returns the index of its first byte. */
  int content(long length) throws MalformedChunkException {
    int from = contentAt;
    if (length > contentFrom + contentLength - from) {
      throw source.malformed(at, "byte arrays are longer than the column's content");
    }
    contentAt += (int) length;
    return from;
  }

  /** Checks after the last value that all content was used. */
  void checkEnd() throws MalformedChunkException {
    int unused = contentFrom + contentLength - contentAt;
    if (unused > 0) {
      throw source.malformed(at, unused + " bytes of content are not used");
    }
  }

  /** Returns a human-readable description of the column. */
  @Override
  public String toString() {
    String predicted =
        switch (predictor) {
          case ProtobufFormat.DELTA -> "delta, ";
          case ProtobufFormat.REFERENCE -> "reference " + reference + ", ";
          default -> "none, ";
        };
    String shape =
        items.size() == 0 ? "constant" : items.size() + (words.size() > 0 ? " words" : " values");
    return predicted
        + shape
        + (runs.size() > 0 ? " in runs" : "")
        + (contentLength > 0 ? ", " + contentLength + " bytes of content" : "");
  }
}
