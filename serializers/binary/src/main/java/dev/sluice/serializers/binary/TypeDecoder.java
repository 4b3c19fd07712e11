package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.Description;
import java.util.ArrayList;
import java.util.List;

/** A record type of the chunk being decoded, and where its columns lie in the current page. */
final class TypeDecoder {
  private static final Field.Role[] ROLES = Field.Role.values();

  final RecordType type;
  final Field[] fields;

  /** Index of the record time, or -1. */
  final int timeField;

  /** Index of each field's first value in the page's values. */
  final int[] columns;

  /** Rows in the current page, and how many of them the cursor has seen. */
  int rows;

  int seen;

  /** Why the rows of the current page cannot be read; null if they can. */
  String unread;

  /** Rows of the chunk that cannot be read, and why the first of them cannot. */
  int unreadRows;

  String firstUnread;

  /** What the schema has of this type that this decoder does not know; null if nothing. */
  private final String unknown;

  /** By field, whether the reader asked for it; null if it wants all. */
  private boolean[] wanted;

  private boolean wantsColumns;

  private final FieldOrder order;

  private TypeDecoder(RecordType type, String unknown) {
    this.type = type;
    this.unknown = unknown;
    this.fields = type.fields().toArray(new Field[0]);
    this.timeField = type.recordTimeField();
    this.order = new FieldOrder(fields, timeField);
    this.columns = new int[fields.length];
  }

  /** Reads a type of the schema. */
  static TypeDecoder read(Varint.Reader in, StringTableDecoder strings)
      throws MalformedChunkException {
    String name = name(in, strings);
    int version = in.bounded("type version", 1, 0xffff);
    int count = in.bounded("field count", 0, RecordType.MAX_FIELDS);
    List<Field> fields = new ArrayList<>(Math.min(count, in.remaining()));
    String unknown = null;
    for (int i = 0; i < count; i++) {
      String fieldName = name(in, strings);
      int code = in.unsignedByte();
      fields.add(field(in, fieldName, code));
      unknown = unknown == null ? unknown(code) : unknown;
    }
    try {
      return new TypeDecoder(new RecordType(name, version, fields), unknown);
    } catch (IllegalArgumentException e) {
      // The rules of names and roles are the record model's.
      throw in.malformed("schema: " + Description.printable(e.getMessage()));
    }
  }

  private static String unknown(int code) {
    if (FieldType.byNumber(code & 0xf) == null) {
      return "field type " + (code & 0xf);
    }
    return code >>> 4 < ROLES.length ? null : "field role " + (code >>> 4);
  }

  /** For the rules of names and roles an unknown type counts as long, an unknown role as plain. */
  private static Field field(Varint.Reader in, String name, int code)
      throws MalformedChunkException {
    FieldType type = FieldType.byNumber(code & 0xf);
    int role = code >>> 4 < ROLES.length ? code >>> 4 : 0;
    try {
      return new Field(name, type == null ? FieldType.LONG : type, ROLES[role]);
    } catch (IllegalArgumentException e) {
      throw in.malformed("schema: " + Description.printable(e.getMessage()));
    }
  }

  private static String name(Varint.Reader in, StringTableDecoder strings)
      throws MalformedChunkException {
    long id = in.signedVarint();
    if (id == 0 || id < strings.minId() || id > strings.maxId()) {
      throw in.malformed("string id " + id + " of a name");
    }
    return strings.text((int) id);
  }

  /** Whether all fields have types and roles that are known. */
  boolean isKnown() {
    return unknown == null;
  }

  /** Begins a chunk of which the reader wants some fields. */
  void begin(FieldSelection selection) {
    unreadRows = 0;
    firstUnread = null;
    wanted = null;
    wantsColumns = isKnown();
    if (selection != FieldSelection.ALL && isKnown()) {
      wanted = new boolean[fields.length];
      wantsColumns = false;
      for (int i = 0; i < fields.length; i++) {
        wanted[i] = i == timeField || selection.contains(type, fields[i]);
        wantsColumns |= wanted[i] && i != timeField;
      }
    }
  }

  /** Begins a page. */
  void beginPage() {
    rows = 0;
    unread = unknown;
  }

  /** Whether the reader asked for the field; the record time is always there. */
  boolean isWanted(int field) {
    return wanted == null || wanted[field];
  }

  /** Whether the reader asked for any field with a column in the type's groups. */
  boolean wantsColumns() {
    return wantsColumns;
  }

  /** Counts the rows of the current page as not read. */
  void countUnread() {
    firstUnread = firstUnread == null ? unread : firstUnread;
    unreadRows += rows;
  }

  /** Fields in the order of their columns in a group. */
  int[] columnOrder() {
    return order.fields();
  }

  /** Whether a column of this field may hold differences from the other field's. */
  boolean isReference(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isIntegral();
  }

  /** Whether a column of this field may be keyed by the other field's. */
  boolean isKey(int field, int other) {
    return isDecoded(field, other) && fields[other].type().isText();
  }

  private boolean isDecoded(int field, int other) {
    return other < fields.length && order.isBefore(other, field);
  }
}
