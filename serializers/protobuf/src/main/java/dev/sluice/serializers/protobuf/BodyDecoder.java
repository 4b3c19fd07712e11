package dev.sluice.serializers.protobuf;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.Wtf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A message {@code Body}. For one thread. */
final class BodyDecoder {
  private final DecodeLimits limits;
  private final byte[] bytes;
  private final WireReader in;
  private final List<TypeDecoder> types = new ArrayList<>();
  private final Column order = new Column();

  /** Where each string starts and ends. */
  private int[] places = new int[16];

  private int strings;
  private String[] texts;

  /** Reads the message in {@code bytes[from..to)}; {@code start} is where the chunk begins. */
  BodyDecoder(DecodeLimits limits, byte[] bytes, int start, int from, int to)
      throws MalformedChunkException {
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
    limit("types", types.size(), limits.maxTypes());
    types.add(new TypeDecoder(in));
  }

  private void readString() throws MalformedChunkException {
    limit("strings", strings, limits.maxStrings());
    int outer = in.enter();
    if (in.remaining() > RowLayout.MAX_INLINE_BYTES) {
      throw in.malformed("string of " + in.remaining() + " bytes");
    }
    if (2 * strings == places.length) {
      places = Arrays.copyOf(places, 4 * strings);
    }
    places[2 * strings] = in.position();
    in.take(in.remaining());
    places[2 * strings + 1] = in.position();
    strings++;
    in.leave(outer);
  }

  private void limit(String what, int count, int max) throws MalformedChunkException {
    if (count >= max) {
      throw in.malformed("more than " + max + " " + what);
    }
  }

  /** Checks everything, so that nothing fails later, and goes to before the first record. */
  void check(int records, long clockOffset) throws MalformedChunkException {
    for (TypeDecoder type : types) {
      type.resolve();
    }
    checkOrder(records);
    decodeTexts();
    for (TypeDecoder type : types) {
      type.check(strings, clockOffset);
    }
    rewind();
  }

  private void checkOrder(int records) throws MalformedChunkException {
    order.check(records);
    if (order.predictor() == ProtobufFormat.REFERENCE || order.contentLength() > 0) {
      throw in.malformed("order of the records has a reference or content");
    }
    order.rewind();
    for (int i = 0; i < records; i++) {
      order.advance();
      if (order.value() < 0 || order.value() >= types.size()) {
        throw in.malformed("record of type " + order.value() + " of " + types.size());
      }
      types.get((int) order.value()).countRow();
    }
  }

  private void decodeTexts() throws MalformedChunkException {
    texts = new String[strings + 1];
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

  /** Goes to before the first record. */
  void rewind() {
    order.rewind();
    types.forEach(TypeDecoder::rewind);
  }

  /** Goes to the next record, of which there must be one; the result is its type. */
  TypeDecoder advance() {
    order.advance();
    TypeDecoder type = types.get((int) order.value());
    type.advance();
    return type;
  }

  List<RecordType> types() {
    return types.stream().filter(TypeDecoder::isKnown).map(TypeDecoder::type).toList();
  }

  List<UnreadRecords> unread() {
    return types.stream()
        .filter(type -> !type.isKnown() && type.rows() > 0)
        .map(TypeDecoder::unread)
        .toList();
  }

  /** The text of an id; null for 0. */
  String text(int id) {
    return texts[id];
  }

  byte[] copy(int at, int length) {
    return Arrays.copyOfRange(bytes, at, at + length);
  }

  String describe() {
    Description description = new Description();
    for (int id = 1; id <= strings; id++) {
      description.string(id, texts[id]);
    }
    for (TypeDecoder type : types) {
      description.type(type.type());
    }
    if (types.size() > 1) {
      description.line("order: %s", order);
    }
    for (TypeDecoder type : types) {
      type.describe(description);
    }
    return description.toString();
  }
}
