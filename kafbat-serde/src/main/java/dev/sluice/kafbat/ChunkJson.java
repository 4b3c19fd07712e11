package dev.sluice.kafbat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.support.Decoders;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/**
 * A chunk as JSON for a person who inspects a topic. Instants are readable, and integers that a
 * browser would round are texts. For one thread.
 */
final class ChunkJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int MAX_TEXT_CHARS = 2_000;
  private static final long MAX_EXACT = 1L << 53;
  private static final long NANOS = 1_000_000_000L;

  private final Chunk chunk;
  private final int mostRecords;
  private final int mostChars;
  private final StringWriter text = new StringWriter();

  /**
   * Creates the JSON of a chunk whose checksum is right.
   *
   * @param mostRecords records that are shown
   * @param mostChars characters behind which no record is begun
   */
  ChunkJson(Chunk chunk, int mostRecords, int mostChars) {
    this.chunk = chunk;
    this.mostRecords = mostRecords;
    this.mostChars = mostChars;
  }

  String text() {
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      header(json);
      body(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing but memory is written to
    }
    return text.toString();
  }

  private void header(JsonGenerator json) throws IOException {
    Accounting accounting = chunk.accounting();
    json.writeStringField("producer", accounting.producer());
    json.writeStringField("name", accounting.producerName());
    texts("attributes", chunk.header().attributes().asMap(), json);
    if (accounting.isRange()) {
      json.writeNumberField("firstSequence", accounting.firstSequence());
    }
    json.writeNumberField("sequence", accounting.sequence());
    json.writeBooleanField("end", accounting.end());
    json.writeStringField("closedBy", CloseReason.label(accounting.closeReason()));
    if (accounting.hasTime()) {
      json.writeStringField("from", instant(accounting.firstTime() + accounting.clockOffset()));
      json.writeStringField("to", instant(accounting.lastTime() + accounting.clockOffset()));
    }
    json.writeNumberField("emittedSoFar", accounting.emitted());
    json.writeObjectFieldStart("droppedSoFar");
    for (Map.Entry<String, Long> drop : accounting.dropped().byLabel().entrySet()) {
      json.writeNumberField(drop.getKey(), drop.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("bytes", chunk.length());
    json.writeNumberField("serializer", chunk.header().serializerId());
    json.writeNumberField("recordCount", chunk.header().recordCount());
  }

  private static void texts(String field, Map<String, String> values, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(field);
    for (Map.Entry<String, String> value : values.entrySet()) {
      json.writeStringField(value.getKey(), value.getValue());
    }
    json.writeEndObject();
  }

  /** Writes the first records, or the reason why they cannot be decoded. */
  private void body(JsonGenerator json) throws IOException {
    RecordCursor cursor;
    try {
      cursor = new Decoders(DecodeLimits.FORMAT).decode(chunk);
    } catch (MalformedChunkException e) {
      json.writeStringField("damaged", "the records cannot be read: " + e.getMessage());
      return;
    }
    json.writeArrayFieldStart("types");
    for (RecordType type : cursor.types()) {
      json.writeString(type.qualifiedName());
    }
    json.writeEndArray();
    for (var unread : cursor.unread()) {
      json.writeStringField("unread " + unread.type(), unread.count() + ": " + unread.reason());
    }
    json.writeArrayFieldStart("records");
    json.flush();
    int from = text.getBuffer().length();
    int shown = 0;
    while (shown < mostRecords && text.getBuffer().length() - from < mostChars && cursor.next()) {
      record(cursor, json);
      json.flush();
      shown++;
    }
    json.writeEndArray();
    json.writeNumberField("notShown", chunk.header().recordCount() - shown);
  }

  private static void record(RecordCursor cursor, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", cursor.type().qualifiedName());
    int index = 0;
    for (Field field : cursor.type().fields()) {
      json.writeFieldName(field.name());
      value(cursor, index++, field, json);
    }
    json.writeEndObject();
  }

  private static void value(RecordCursor cursor, int index, Field field, JsonGenerator json)
      throws IOException {
    switch (field.type()) {
      case BOOLEAN -> json.writeBoolean(cursor.longValue(index) != 0);
      case CHAR -> json.writeString(String.valueOf((char) cursor.longValue(index)));
      case BYTE, SHORT, INT, LONG -> integer(cursor.longValue(index), field.isInstant(), json);
      case FLOAT, DOUBLE -> json.writeNumber(cursor.doubleValue(index)); // quotes NaN
      case STRING, ENUM -> json.writeString(cut(cursor.text(index)));
      case BYTES -> bytes(cursor.bytes(index), json);
    }
  }

  private static void integer(long value, boolean instant, JsonGenerator json) throws IOException {
    if (instant) {
      json.writeString(instant(value));
    } else if (Math.abs(value) > MAX_EXACT || value == Long.MIN_VALUE) {
      json.writeString(Long.toString(value));
    } else {
      json.writeNumber(value);
    }
  }

  private static void bytes(byte[] value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else {
      json.writeBinary(
          value.length > MAX_TEXT_CHARS ? Arrays.copyOf(value, MAX_TEXT_CHARS) : value);
    }
  }

  private static String cut(String value) {
    return value == null || value.length() <= MAX_TEXT_CHARS
        ? value
        : value.substring(0, MAX_TEXT_CHARS) + "… (" + value.length() + " characters)";
  }

  private static String instant(long epochNanos) {
    return Instant.ofEpochSecond(Math.floorDiv(epochNanos, NANOS), Math.floorMod(epochNanos, NANOS))
        .toString();
  }
}
