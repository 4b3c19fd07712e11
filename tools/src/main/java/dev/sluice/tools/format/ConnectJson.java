package dev.sluice.tools.format;

import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;

/**
 * Records as Kafka Connect's {@code JsonConverter} reads them with {@code schemas.enable=true}:
 * {@code {"schema":{…},"payload":{…}}}, one a line. The payload is the object of {@link JsonLines},
 * with the producer; only a NaN or an infinity is null, since the converter would make 0 of a text.
 * The schema has the name and the version of the record type and depends on nothing else. For one
 * thread.
 */
public final class ConnectJson implements RecordFormat {
  private static final String PRODUCER_FIELDS =
      """
      %s,%s,{"type":"map","keys":{"type":"string","optional":false},\
      "values":{"type":"string","optional":true},"optional":true,"field":"%s"},"""
          .formatted(
              field("string", true, ProducerFields.NAME),
              field("string", false, ProducerFields.ID),
              ProducerFields.ATTRIBUTES);

  private final TextOutput out;
  private final boolean bare;
  private final JsonLines json;
  private final PerType<byte[]> heads = new PerType<>(this::head);

  /**
   * Writes there.
   *
   * @param bare without the producer
   */
  public ConnectJson(TextOutput out, boolean bare) {
    this.out = out;
    this.bare = bare;
    json = JsonLines.safe(out, false, true);
  }

  private byte[] head(RecordType type) {
    StringBuilder fields = new StringBuilder(bare ? "" : PRODUCER_FIELDS);
    fields.append(field("string", false, "type"));
    for (Field field : type.fields()) {
      String name = ProducerFields.apart(field.name());
      fields.append(',').append(field(name(field.type()), isOptional(field.type()), name));
    }
    return SafeText.utf8(
        """
        {"schema":{"type":"struct","fields":[%s],"optional":false,"name":"%s","version":%s},\
        "payload":"""
            .formatted(fields, type.name(), type.version()));
  }

  private static String field(String type, boolean optional, String name) {
    return "{\"type\":\"%s\",\"optional\":%s,\"field\":%s}"
        .formatted(type, optional, SafeText.json(name));
  }

  private static String name(FieldType type) {
    return switch (type) {
      case BOOLEAN -> "boolean";
      case BYTE -> "int8";
      case SHORT -> "int16";
      case INT -> "int32";
      case LONG -> "int64";
      case FLOAT -> "float";
      case DOUBLE -> "double";
      case CHAR, STRING, ENUM -> "string";
      case BYTES -> "bytes";
    };
  }

  private static boolean isOptional(FieldType type) {
    return switch (type) {
      case BOOLEAN, CHAR, BYTE, SHORT, INT, LONG -> false;
      case FLOAT, DOUBLE, STRING, ENUM, BYTES -> true;
    };
  }

  @Override
  public void producer(ChunkHeader chunk) {
    json.producer(chunk);
  }

  @Override
  public void write(RecordCursor cursor) {
    out.put(heads.of(cursor.type()));
    json.object(cursor);
    out.put('}').put('\n');
  }
}
