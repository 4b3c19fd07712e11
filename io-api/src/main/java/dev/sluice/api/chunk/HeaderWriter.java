package dev.sluice.api.chunk;

import java.util.Map;

/** Writes the part of a header after the mask. For one header. */
final class HeaderWriter {
  private final byte[] bytes;
  private int at;

  HeaderWriter(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Writes all fields of the header and returns the index after the last byte. */
  int write(ChunkHeader header) {
    byteValue(header.serializerId());
    varint(header.recordCount());
    if (header.compression() != 0) {
      varint(header.rawLength());
    }
    accounting(header.accounting());
    if (header.accounting().isRange()) {
      long earlier = header.accounting().sequence() - header.accounting().firstSequence();
      varint(HeaderParser.RANGE);
      varint(Varint.size(earlier));
      varint(earlier);
    }
    for (Map.Entry<String, String> attribute : header.attributes().asMap().entrySet()) {
      attribute(attribute.getKey(), attribute.getValue());
    }
    if (header.signed()) {
      varint(HeaderParser.SIGNATURE);
      sized(ChunkSigner.UNSIGNED);
    }
    return at;
  }

  private void accounting(Accounting a) {
    long drops = a.dropped().causes();
    boolean named = a.producerName() != null;
    fixed64(a.producerId());
    byteValue(
        a.closeReason() << 4
            | (a.end() ? HeaderParser.END : 0)
            | (drops != 0 ? HeaderParser.DROPS : 0)
            | (a.hasTime() ? HeaderParser.TIMES : 0)
            | (named ? HeaderParser.NAME : 0));
    fixed64(a.clockOffset());
    varint(a.sequence());
    varint(a.emitted());
    if (drops != 0) {
      drops(drops, a.dropped());
    }
    if (a.hasTime()) {
      fixed64(a.firstTime());
      varint(a.lastTime() - a.firstTime());
    }
    if (named) {
      sized(Attributes.utf8(a.producerName()));
    }
  }

  private void drops(long causes, DropCounts dropped) {
    varint(causes);
    for (long rest = causes; rest != 0; rest &= rest - 1) {
      varint(dropped.of(Long.numberOfTrailingZeros(rest)));
    }
  }

  private void attribute(String name, String value) {
    byte[] valueBytes = Attributes.utf8(value);
    int known = Attributes.TAGGED.indexOf(name);
    if (known >= 0) {
      varint(2 * (known + 1));
      varint(valueBytes.length);
    } else {
      byte[] nameBytes = Attributes.utf8(name);
      varint(HeaderParser.FREE_ATTRIBUTE);
      varint(1 + nameBytes.length + valueBytes.length);
      sized(nameBytes);
    }
    copy(valueBytes);
  }

  /** Writes a byte with the length, then the bytes. */
  private void sized(byte[] value) {
    byteValue(value.length);
    copy(value);
  }

  private void copy(byte[] value) {
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
  }

  private void byteValue(int value) {
    bytes[at++] = (byte) value;
  }

  private void fixed64(long value) {
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[at++] = (byte) (value >>> 8 * i);
    }
  }

  private void varint(long value) {
    at = Varint.put(bytes, at, value);
  }
}
