package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.RecordType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The schema of the chunk being decoded. One that is byte for byte the last chunk's, with the same
 * string table, is not decoded again. For one thread.
 */
final class SchemaDecoder {
  private final int maxTypes;

  /** The section as it was stored, with its length; -1 if there is none to be used again. */
  private byte[] section = new byte[0];

  private int sectionLength = -1;

  private List<TypeDecoder> types = List.of();
  private List<RecordType> recordTypes = List.of();

  SchemaDecoder(int maxTypes) {
    this.maxTypes = Math.min(maxTypes, BinaryFormat.MAX_TYPES);
  }

  /** The types in the order of the schema. */
  List<TypeDecoder> types() {
    return types;
  }

  /** The same as readers see them. */
  List<RecordType> recordTypes() {
    return recordTypes;
  }

  /** A chunk without a schema. */
  void clear() {
    sectionLength = -1;
    types = List.of();
    recordTypes = List.of();
  }

  /** Reads the section; {@code sameStrings} tells whether the string table is the last chunk's. */
  void read(byte[] bytes, Varint.Reader in, StringTableDecoder strings, boolean sameStrings)
      throws MalformedChunkException {
    // The same first bytes are the whole section, because it ends where its own counts say.
    if (sameStrings && isSection(bytes, in)) {
      in.skip(sectionLength);
      return;
    }
    clear();
    int from = in.position();
    int count = in.bounded("type count", 0, maxTypes);
    List<TypeDecoder> decoded = new ArrayList<>(Math.min(count, 16));
    int fields = 0;
    for (int i = 0; i < count; i++) {
      TypeDecoder type = TypeDecoder.read(in, strings);
      decoded.add(type);
      fields += type.fields.length;
      if (fields > BinaryFormat.MAX_FIELDS) {
        throw in.malformed("more than " + BinaryFormat.MAX_FIELDS + " fields in all types");
      }
    }
    types = decoded;
    recordTypes = decoded.stream().filter(TypeDecoder::isKnown).map(type -> type.type).toList();
    section = Arrays.copyOfRange(bytes, from, in.position());
    sectionLength = section.length;
  }

  private boolean isSection(byte[] bytes, Varint.Reader in) {
    int from = in.position();
    return sectionLength >= 0
        && in.remaining() >= sectionLength
        && Arrays.equals(bytes, from, from + sectionLength, section, 0, sectionLength);
  }
}
