package dev.sluice.api.chunk;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads and checks the part of a header after the mask. For one header. */
final class HeaderParser {
  static final int END = 1;
  static final int DROPS = 2;
  static final int TIMES = 4;
  static final int NAME = 8;

  /** Tag of a feature that a reader must support: its number, then its name. */
  static final int NEEDED_FEATURE = 1;

  /** Tag of an attribute that has no tag of its own: its name, then its value. */
  static final int FREE_ATTRIBUTE = 14;

  /** Tag of the number of preceding chunks that a chunk replaces. */
  static final int RANGE = 16;

  /** Tag of a signature, the last of a signed chunk; see {@link ChunkSigner}. */
  static final int SIGNATURE = 18;

  private final byte[] bytes;
  private final int start;
  private final int end;
  private Varint.Reader in;
  private long sequence;
  private long earlier;
  private boolean signed;

  /** Creates a parser for the bytes of an unmasked chunk up to its CRC. */
  HeaderParser(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  /** Reads the part of the header after the mask, from {@code at} on. */
  ChunkHeader parse(int at, int compression) throws MalformedChunkException {
    in = new Varint.Reader(bytes, start, at, end);
    int length =
        in.bounded("header length", 0, ChunkLayout.MAX_HEADER_BYTES - ChunkLayout.MASK_AT - 6);
    int from = in.skip(length);
    in = new Varint.Reader(bytes, start, from, from + length);
    int serializerId = in.unsignedByte();
    int records = in.bounded("record count", 0, ChunkLayout.MAX_RECORDS);
    int raw = compression == 0 ? 0 : in.bounded("raw length", 1, ChunkLayout.MAX_RAW_BYTES);
    Accounting.Builder accounting = accounting();
    Map<String, String> attributes = new LinkedHashMap<>();
    while (in.remaining() > 0) {
      tag(attributes);
    }
    int bodyAt = from + length;
    return new ChunkHeader(
        serializerId,
        compression,
        end - bodyAt,
        records,
        raw,
        accounting.replacing(earlier).build(),
        attributes.isEmpty() ? Attributes.NONE : new Attributes(attributes),
        signed,
        bodyAt - start);
  }

  private Accounting.Builder accounting() throws MalformedChunkException {
    Accounting.Builder accounting = new Accounting.Builder(in.fixed64());
    int flags = in.unsignedByte();
    accounting.end((flags & END) != 0).closeReason(flags >> 4).clockOffset(in.fixed64());
    sequence = in.nonNegative("sequence");
    accounting.sequence(sequence).emitted(in.nonNegative("emitted"));
    if ((flags & DROPS) != 0) {
      accounting.dropped(drops());
    }
    if ((flags & TIMES) != 0) {
      long first = in.fixed64();
      accounting.times(first, first + in.varint());
    }
    if ((flags & NAME) != 0) {
      int length = in.unsignedByte();
      if (length > Accounting.MAX_NAME_BYTES || length > in.remaining()) {
        throw in.malformed("producer name of " + length + " bytes");
      }
      accounting.name(text("producer name", length));
    }
    return accounting;
  }

  private DropCounts drops() throws MalformedChunkException {
    long[] counts = new long[DropCause.MAX];
    for (long rest = in.varint(); rest != 0; rest &= rest - 1) {
      counts[Long.numberOfTrailingZeros(rest)] = in.nonNegative("drop count");
    }
    return DropCounts.of(counts);
  }

  private void tag(Map<String, String> attributes) throws MalformedChunkException {
    long tag = in.varint();
    int length = in.bounded("length of header tag", 0, Integer.MAX_VALUE);
    if (tag == NEEDED_FEATURE) {
      need(length);
    } else if ((tag & 1) != 0) {
      throw in.malformed("needs header tag " + Long.toUnsignedString(tag) + ", which is not known");
    } else if (tag > 0 && tag <= FREE_ATTRIBUTE) {
      attribute((int) tag, length, attributes);
    } else if (tag == RANGE) {
      range(length);
    } else if (tag == SIGNATURE) {
      in.skip(length);
      signed = length == ChunkSigner.UNSIGNED.length && in.remaining() == 0;
      check(signed, "signature of " + length + " bytes, or not the last tag");
    } else {
      in.skip(length);
    }
  }

  private void range(int length) throws MalformedChunkException {
    int from = in.skip(length);
    Varint.Reader value = new Varint.Reader(bytes, start, from, from + length);
    long count = value.varint();
    check(
        earlier == 0 && count > 0 && count <= sequence && value.remaining() == 0,
        "range of " + Long.toUnsignedString(count) + " chunks before sequence " + sequence);
    earlier = count;
  }

  private void need(int length) throws MalformedChunkException {
    int to = in.position() + length;
    long feature = in.varint();
    String name = text("feature name", to - in.position());
    throw in.malformed(
        "needs feature %s (%s), which is not known"
            .formatted(Long.toUnsignedString(feature), name));
  }

  private void attribute(int tag, int length, Map<String, String> attributes)
      throws MalformedChunkException {
    int to = in.position() + length;
    String name;
    if (tag == FREE_ATTRIBUTE) {
      int nameLength = in.unsignedByte();
      check(
          nameLength > 0 && nameLength <= Math.min(Attributes.MAX_NAME_BYTES, to - in.position()),
          "attribute with a name of " + nameLength + " bytes");
      name = text("attribute name", nameLength);
    } else {
      name = Attributes.TAGGED.get(tag / 2 - 1);
    }
    check(
        to - in.position() <= Attributes.MAX_VALUE_BYTES,
        "attribute " + name + " of " + length + " bytes");
    String value = text("attribute value", to - in.position());
    check(attributes.put(name, value) == null, "attribute " + name + " is there twice");
    check(attributes.size() <= Attributes.MAX, "attributes are more than " + Attributes.MAX);
  }

  private void check(boolean right, String reason) throws MalformedChunkException {
    if (!right) {
      throw in.malformed(reason);
    }
  }

  private String text(String what, int length) throws MalformedChunkException {
    int from = in.skip(length);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new MalformedChunkException(from - start, what + " is not UTF-8");
    }
  }
}
