package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.Description;
import dev.sluice.serializers.support.PageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decoder of schemas. Types of earlier chunks are reused. For one thread. */
final class SchemaDecoder {
  private static final Field.Role[] ROLES = Field.Role.values();

  /** Maximum number of types kept from earlier chunks. */
  private static final int MAX_KEPT = 64;

  private final StringTableDecoder strings;
  private final int maxTypes;
  private final List<PageType> kept = new ArrayList<>();
  private PageType[] types = {};

  SchemaDecoder(StringTableDecoder strings, int maxTypes) {
    this.strings = strings;
    this.maxTypes = Math.min(maxTypes, BinaryFormat.MAX_TYPES);
  }

  /** Reads a section; returns the same array if the types are those of the chunk before. */
  PageType[] read(byte[] bytes, int origin, Varint.Reader in) throws MalformedChunkException {
    int count = in.bounded("type count", 0, maxTypes);
    List<PageType> read = new ArrayList<>(Math.min(count, 16));
    int fields = 0;
    for (int i = 0; i < count; i++) {
      String name = name(in);
      int from = in.position();
      PageType type = null;
      for (int k = 0; k < kept.size() && type == null; k++) {
        PageType candidate = kept.get(k);
        if (candidate.type().name().equals(name)) {
          in.reset(bytes, origin, from, in.end());
          // A schema may have a type twice, with rows of its own each.
          type = isRest(candidate.type(), in) && !read.contains(candidate) ? candidate : null;
        }
      }
      if (type == null) {
        in.reset(bytes, origin, from, in.end());
        type = rest(name, in);
      }
      read.add(type);
      fields += type.type().fields().size();
      if (fields > BinaryFormat.MAX_FIELDS) {
        throw in.malformed("more than " + BinaryFormat.MAX_FIELDS + " fields in all types");
      }
    }
    if (!Arrays.asList(types).equals(read)) {
      types = read.toArray(new PageType[0]);
    }
    return types;
  }

  private String name(Varint.Reader in) throws MalformedChunkException {
    long id = in.signedVarint();
    if (id == 0 || id < strings.minId() || id > strings.maxId()) {
      throw in.malformed("string id " + id + " of a name");
    }
    return strings.text((int) id);
  }

  /** Returns whether the bytes after the name are those of a type. */
  private boolean isRest(RecordType type, Varint.Reader in) throws MalformedChunkException {
    List<Field> fields = type.fields();
    boolean same = version(in) == type.version() && count(in) == fields.size();
    for (int i = 0; i < fields.size() && same; i++) {
      Field field = fields.get(i);
      same = name(in).equals(field.name()) && in.unsignedByte() == BinaryFormat.code(field);
    }
    return same;
  }

  private PageType rest(String name, Varint.Reader in) throws MalformedChunkException {
    int version = version(in);
    int count = count(in);
    List<Field> fields = new ArrayList<>(Math.min(count, in.remaining()));
    String unknown = null;
    try {
      for (int i = 0; i < count; i++) {
        String fieldName = name(in);
        int code = in.unsignedByte();
        unknown = unknown == null ? unknown(code) : unknown;
        // For the rules of names and roles an unknown type counts as long, an unknown role as
        // plain.
        FieldType type = FieldType.byNumber(code & 0xf);
        int role = code >>> 4 < ROLES.length ? code >>> 4 : 0;
        fields.add(new Field(fieldName, type == null ? FieldType.LONG : type, ROLES[role]));
      }
      PageType type = new PageType(new RecordType(name, version, fields), unknown);
      keep(type);
      return type;
    } catch (IllegalArgumentException e) {
      // The rules of names and roles are the record model's.
      throw in.malformed("schema: " + Description.printable(e.getMessage()));
    }
  }

  private static int version(Varint.Reader in) throws MalformedChunkException {
    return in.bounded("type version", 1, 0xffff);
  }

  private static int count(Varint.Reader in) throws MalformedChunkException {
    return in.bounded("field count", 0, RecordType.MAX_FIELDS);
  }

  private static String unknown(int code) {
    if (FieldType.byNumber(code & 0xf) == null) {
      return "field type " + (code & 0xf);
    }
    return code >>> 4 < ROLES.length ? null : "field role " + (code >>> 4);
  }

  private void keep(PageType type) {
    if (type.isKnown()) {
      if (kept.size() == MAX_KEPT) {
        kept.clear();
      }
      kept.add(type);
    }
  }
}
