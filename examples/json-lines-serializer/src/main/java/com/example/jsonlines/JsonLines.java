package com.example.jsonlines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.serializers.support.RecordList;
import dev.sluice.serializers.support.RowCursor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A line for each type: name, version, fields; then one for each record: type and values. */
public final class JsonLines implements Serializer, Deserializer {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Override
  public String name() {
    return "json-lines"; // file:records?serializer=json-lines
  }

  @Override
  public int id() {
    return 200; // in every chunk's header; 128 to 255 are free to use
  }

  @Override
  public ChunkEncoder newEncoder(Options options) {
    RowCursor rows = new RowCursor();
    return (batch, out, from, to) -> {
      rows.begin(batch); // checks every row and names the one that is wrong
      byte[] lines = write(rows);
      if (lines.length > to - from) {
        return -1; // the collector tries again with fewer rows
      }
      System.arraycopy(lines, 0, out, from, lines.length);
      return lines.length;
    };
  }

  private static byte[] write(RowCursor rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.setRootValueSeparator(new SerializedString("\n"));
      for (RecordType type : rows.types()) {
        json.writeStartArray();
        json.writeString(type.name());
        json.writeNumber(type.version());
        for (Field field : type.fields()) {
          json.writeString(field.type() + " " + field.role() + " " + field.name());
        }
        json.writeEndArray();
      }
      while (rows.next()) {
        json.writeStartArray();
        json.writeNumber(rows.typeIndex());
        for (int i = 0; i < rows.type().fields().size(); i++) {
          writeValue(json, rows.value(i));
        }
        json.writeEndArray();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private static void writeValue(JsonGenerator json, Object value) throws IOException {
    boolean special = value instanceof Double number && !Double.isFinite(number);
    json.writeObject(
        special ? Long.toHexString(Double.doubleToRawLongBits((Double) value)) : value);
  }

  @Override
  public ChunkDecoder newDecoder(DecodeLimits limits) {
    return chunk -> {
      RecordList records = new RecordList(chunk, limits);
      int length = chunk.header().bodyLength();
      try (JsonParser json = JSON.createParser(chunk.bodyArray(), chunk.bodyOffset(), length)) {
        while (json.nextToken() == JsonToken.START_ARRAY) {
          if (json.nextToken() == JsonToken.VALUE_STRING) {
            records.addType(readType(json));
          } else {
            readRecord(json, records);
          }
        }
        if (json.currentToken() != null) {
          throw new IllegalArgumentException("a line is no array");
        }
        return records.complete(); // as many records as the header says
      } catch (IOException | RuntimeException e) {
        throw records.malformed(e); // the bytes are wrong, whatever it is
      }
    };
  }

  private static RecordType readType(JsonParser json) throws IOException {
    String name = json.getText();
    int version = json.nextIntValue(0);
    List<Field> fields = new ArrayList<>();
    while (json.nextToken() == JsonToken.VALUE_STRING) {
      String[] words = json.getText().split(" ", 3);
      fields.add(new Field(words[2], FieldType.valueOf(words[0]), Field.Role.valueOf(words[1])));
    }
    return new RecordType(name, version, fields);
  }

  private static void readRecord(JsonParser json, RecordList records) throws IOException {
    RecordType type = records.type(json.getIntValue());
    List<Object> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY && values.size() < type.fields().size()) {
      values.add(readValue(json, type.fields().get(values.size()).type()));
    }
    records.add(type, values.toArray()); // checks every value
  }

  private static Object readValue(JsonParser json, FieldType type) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_STRING ->
          switch (type) {
            case BYTES -> json.getBinaryValue();
            case FLOAT, DOUBLE ->
                Double.longBitsToDouble(Long.parseUnsignedLong(json.getText(), 16));
            default -> json.getText();
          };
      default -> throw new IllegalArgumentException(json.currentToken() + " is no value");
    };
  }
}
