package dev.sluice.serializers.protobuf;

/** Numbers of {@code body.proto}, for encoder and decoder. */
final class ProtobufFormat {
  static final String NAME = "protobuf";
  static final int SERIALIZER_ID = 2;

  // Wire types of Protocol Buffers.
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int DELIMITED = 2;
  static final int FIXED32 = 5;

  // Body.
  static final int BODY_TYPES = 1;
  static final int BODY_ORDER = 2;
  static final int BODY_STRINGS = 3;

  // RecordType.
  static final int TYPE_NAME = 1;
  static final int TYPE_VERSION = 2;
  static final int TYPE_FIELDS = 3;

  // Field.
  static final int FIELD_NAME = 1;
  static final int FIELD_TYPE = 2;
  static final int FIELD_ROLE = 3;
  static final int FIELD_COLUMN = 4;

  // Column.
  static final int COLUMN_PREDICTOR = 1;
  static final int COLUMN_REFERENCE = 2;
  static final int COLUMN_START = 3;
  static final int COLUMN_BASE = 4;
  static final int COLUMN_VALUES = 5;
  static final int COLUMN_WORDS = 6;
  static final int COLUMN_RUNS = 7;
  static final int COLUMN_CONTENT = 8;

  // Predictor.
  static final int NONE = 0;
  static final int DELTA = 1;
  static final int REFERENCE = 2;

  private ProtobufFormat() {}
}
