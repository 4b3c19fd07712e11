package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;

/** A message {@code Column} as it was read, and its values one after the other. For one thread. */
final class Column {
  private int predictor;
  private int reference;
  private long start;
  private long base;
  private NumberList values = NumberList.NONE;
  private NumberList words = NumberList.NONE;
  private NumberList runs = NumberList.NONE;
  private int contentFrom;
  private int contentLength;

  /** Where the column was read, for errors. */
  private WireReader source;

  private int at;

  // While the values are walked over.
  private NumberList items;
  private Column other;
  private int item;
  private long left;
  private long step;
  private long value;

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
        int length = in.enter();
        contentFrom = in.position();
        contentLength = in.remaining();
        in.take(contentLength);
        in.leave(length);
      }
      default -> readItems(in);
    }
  }

  private void readItems(WireReader in) throws MalformedChunkException {
    switch (in.tag()) {
      case ProtobufFormat.COLUMN_VALUES << 3 | ProtobufFormat.DELIMITED ->
          (values = own(values)).packed(in, 1, WireReader::signed);
      case ProtobufFormat.COLUMN_VALUES << 3 -> (values = own(values)).single(in.signed());
      case ProtobufFormat.COLUMN_WORDS << 3 | ProtobufFormat.DELIMITED ->
          (words = own(words)).packed(in, Long.BYTES, WireReader::fixed64);
      case ProtobufFormat.COLUMN_WORDS << 3 | ProtobufFormat.FIXED64 ->
          (words = own(words)).single(in.fixed64());
      case ProtobufFormat.COLUMN_RUNS << 3 | ProtobufFormat.DELIMITED ->
          (runs = own(runs)).packed(in, 1, WireReader::unsigned);
      case ProtobufFormat.COLUMN_RUNS << 3 -> (runs = own(runs)).single(in.unsigned());
      default -> in.skip();
    }
  }

  /** An object for this column alone, made when there is something to hold. */
  private static NumberList own(NumberList numbers) {
    return numbers == NumberList.NONE ? new NumberList() : numbers;
  }

  /** Whether the predictor is known. */
  boolean isKnown() {
    return predictor >= ProtobufFormat.NONE && predictor <= ProtobufFormat.REFERENCE;
  }

  int predictor() {
    return predictor;
  }

  /** The field that the column refers to, as an unsigned number; meant only with that predictor. */
  int reference() {
    return reference;
  }

  int contentFrom() {
    return contentFrom;
  }

  int contentLength() {
    return contentLength;
  }

  /** The column that {@link #reference} means. */
  void refersTo(Column newOther) {
    other = newOther;
  }

  /** Checks that the column has {@code count} values, whatever they are. */
  void check(int count) throws MalformedChunkException {
    items = values.size() > 0 ? values : words;
    if (!isKnown()) {
      throw source.malformed(at, "predictor " + predictor + " is not known");
    }
    refuse(values.size() > 0 && words.size() > 0, "values and words");
    refuse(reference != 0 && predictor != ProtobufFormat.REFERENCE, "a reference without use");
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

  /** Goes to before the first value. */
  void rewind() {
    value = start;
    item = 0;
    left = items.size() == 0 ? Long.MAX_VALUE : 0;
    step = base;
  }

  /** Goes to the next value; a column that this one refers to has gone there before. */
  void advance() {
    if (left == 0) {
      step = base + items.get(item);
      left = runs.size() == 0 ? 1 : runs.get(item);
      item++;
    }
    left--;
    switch (predictor) {
      case ProtobufFormat.DELTA -> value += step;
      case ProtobufFormat.REFERENCE -> value = other.value + step;
      default -> value = step;
    }
  }

  /** The current value. */
  long value() {
    return value;
  }

  /** What the column is made of, human-readable. */
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
