package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.PageType;
import dev.sluice.serializers.support.Pages;
import dev.sluice.serializers.support.Wtf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decoder of a message {@code Body}, whose columns are unpacked page by page. For one thread. */
final class BodyDecoder extends Pages {
  /** Number of cells of a page, unless a row has more. */
  static final int PAGE_CELLS = 1 << 16;

  private final DecodeLimits limits;
  private final WireReader in;
  private final List<TypeMessage> messages = new ArrayList<>();
  private final Column order = new Column();

  /** Start and end of each string. */
  private int[] places = new int[16];

  private int strings;
  private int pageRows;

  /** Position of the column being decoded, for errors. */
  private int at;

  /**
   * Creates a decoder for the message in {@code bytes[from..to)}; {@code start} is the chunk's
   * start.
   */
  BodyDecoder(DecodeLimits limits, byte[] bytes, int start, int from, int to)
      throws MalformedChunkException {
    super(false);
    this.limits = limits;
    this.bytes = bytes;
    this.in = new WireReader(bytes, start, from, to);
    while (in.next()) {
      switch (in.tag()) {
        case ProtobufFormat.BODY_TYPES << 3 | ProtobufFormat.DELIMITED -> readType();
        case ProtobufFormat.BODY_ORDER << 3 | ProtobufFormat.DELIMITED -> order.read(in);
        case ProtobufFormat.BODY_STRINGS << 3 | ProtobufFormat.DELIMITED -> readString();
        default -> in.skip();
      }
    }
  }

  private void readType() throws MalformedChunkException {
    limit("types", messages.size(), limits.maxTypes());
    messages.add(new TypeMessage(in));
  }

  private void readString() throws MalformedChunkException {
    limit("strings", strings, limits.maxStrings());
    int length = in.length();
    if (length > RowLayout.MAX_INLINE_BYTES) {
      throw in.malformed("string of " + length + " bytes");
    }
    if (2 * strings == places.length) {
      places = Arrays.copyOf(places, 4 * strings);
    }
    places[2 * strings] = in.take(length);
    places[2 * strings + 1] = in.position();
    strings++;
  }

  private void limit(String what, int count, int max) throws MalformedChunkException {
    if (count >= max) {
      throw in.malformed("more than " + max + " " + what);
    }
  }

  /** Checks the whole body, so that nothing fails later, and returns a cursor. */
  RecordCursor open(int records, long clockOffset) throws MalformedChunkException {
    types = new PageType[messages.size()];
    int fields = 1;
    for (int i = 0; i < types.length; i++) {
      types[i] = messages.get(i).resolve();
      fields = Math.max(fields, messages.get(i).fields());
    }
    pageRows = PAGE_CELLS / fields;
    checkOrder(records);
    decodeTexts();
    for (int i = 0; i < types.length; i++) {
      if (types[i].isKnown()) {
        messages.get(i).check(types[i]);
      }
    }
    return cursor(records, clockOffset, FieldSelection.ALL);
  }

  /** Counts the rows of each type. */
  private void checkOrder(int records) throws MalformedChunkException {
    order.check(records);
    if (order.isReference() || order.contentLength() > 0) {
      throw in.malformed("order of the records has a reference or content");
    }
    order.rewind();
    long[] code = new long[1];
    for (int i = 0; i < records; i++) {
      order.fill(code, 0, 1, 0);
      if (code[0] < 0 || code[0] >= types.length) {
        throw in.malformed("record of type " + code[0] + " of " + types.length);
      }
      messages.get((int) code[0]).rows++;
    }
  }

  private void decodeTexts() throws MalformedChunkException {
    texts = new String[strings + 1];
    maxText = strings;
    for (int i = 0; i < strings; i++) {
      int from = places[2 * i];
      int to = places[2 * i + 1];
      int wrong = Wtf8.firstWrong(bytes, from, to);
      if (wrong >= 0) {
        throw in.malformed(wrong, "string " + (i + 1) + " is no WTF-8");
      }
      texts[i + 1] = Wtf8.decode(bytes, from, to - from);
    }
  }

  @Override
  protected void rewind() {
    order.rewind();
    for (int i = 0; i < types.length; i++) {
      for (int field = 0; field < messages.get(i).fields(); field++) {
        messages.get(i).column(field).rewind();
      }
    }
  }

  @Override
  protected void decode(int most) throws MalformedChunkException {
    beginPage(Math.min(most, pageRows), 0);
    order.fill(values, 0, rows, 0);
    countTypes(0);
    int end = rows;
    for (int i = 0; i < types.length; i++) {
      PageType type = types[i];
      if (type.rows() > 0 && type.isKnown()) {
        end = placeColumns(type, placeTime(type, end));
        columns(type, messages.get(i));
      }
    }
    endPage(end);
  }

  private void columns(PageType type, TypeMessage message) throws MalformedChunkException {
    if (type.timeField() >= 0) {
      column(type, message, type.timeField());
    }
    for (int field : type.order()) {
      column(type, message, field);
    }
    finish(type);
  }

  private void column(PageType type, TypeMessage message, int field)
      throws MalformedChunkException {
    Column column = message.column(field);
    int from = type.column(field);
    at = message.fieldAt(field);
    column.fill(
        values, from, type.rows(), column.isReference() ? type.column(column.reference()) : 0);
    check(type.field(field), values, from, type.rows());
    if (type.field(field).type().hasContent()) {
      contentAt[field] = column.content(contentLength(from, type.rows()));
    }
  }

  @Override
  protected void checkEnd(int records) throws MalformedChunkException {
    for (int i = 0; i < types.length; i++) {
      for (int field = 0; types[i].isKnown() && field < messages.get(i).fields(); field++) {
        messages.get(i).column(field).checkEnd();
      }
    }
  }

  @Override
  protected MalformedChunkException malformed(String reason) {
    return in.malformed(at, reason);
  }

  /** Writes a description of the body's structure. */
  void describe(Description description) {
    for (int id = 1; id <= strings; id++) {
      description.string(id, texts[id]);
    }
    for (PageType type : types) {
      description.type(type.type());
    }
    if (types.length > 1) {
      description.line("order: %s", order);
    }
    for (int i = 0; i < types.length; i++) {
      TypeMessage message = messages.get(i);
      description.line("rows of %s: %d", types[i].type().qualifiedName(), message.rows);
      for (int field = 0; field < message.fields(); field++) {
        String name = Description.printable(types[i].field(field).name());
        description.line("  column %s: %s", name, message.column(field));
      }
    }
  }
}
