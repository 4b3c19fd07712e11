package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spans that OpenTelemetry's bridge recorded, as spans of OTLP once more, with all that they had.
 * For one thread.
 */
final class RecordedSpans {
  private static final String SPAN = "sluice.span";
  private static final String PART = "sluice.span_part";

  /** Spans of a request, or a line. */
  private static final int BATCH = 2000;

  /** Spans that wait for their parts, or parts for their span, which comes soon or never. */
  private static final int MOST_WAITING = 1 << 16;

  private final OtlpExport.OtlpTarget target;
  private final JsonFactory factory = new JsonFactory();
  private final Map<Place, List<String>> spans = new LinkedHashMap<>();
  private final Map<Id, Waiting> waiting = new LinkedHashMap<>();
  private int count;

  /** Who made a span: resource and scope as JSON, behind each its schema's address in a line. */
  private record Place(String resource, String scope) {}

  private record Id(long producer, long trace, long span) {}

  /** A span of which not all came. */
  private static final class Waiting {
    private final Map<Long, String> parts = new TreeMap<>();
    private Place place;
    private String head;
    private long wanted = Long.MAX_VALUE;
  }

  RecordedSpans(OtlpExport.OtlpTarget target) {
    this.target = target;
  }

  static boolean wants(RecordType type) {
    return type.name().equals(SPAN) || type.name().equals(PART);
  }

  /** Takes rows of such a type. */
  void rows(ColumnBatch batch, long producer) {
    Cells cells = new Cells(batch);
    for (int row = 0; row < batch.rows(); row++) {
      cells.row = row;
      Id id = new Id(producer, cells.number("traceId"), cells.number("spanId"));
      Waiting span = waiting.computeIfAbsent(id, absent -> new Waiting());
      if (batch.type().name().equals(PART)) {
        span.parts.put(cells.number("part"), cells.text("text"));
      } else {
        span.wanted = cells.number("parts");
        span.place = new Place(cells.text("resource"), cells.text("scope"));
        span.head = head(cells);
      }
      if (span.parts.size() >= span.wanted) {
        waiting.remove(id);
        add(span);
      } else if (waiting.size() > MOST_WAITING) {
        Iterator<Waiting> all = waiting.values().iterator();
        Waiting oldest = all.next();
        all.remove();
        add(oldest);
      }
    }
  }

  /** The cells of a row, by the names of their fields. */
  private static final class Cells {
    private final ColumnBatch batch;
    private int row;

    private Cells(ColumnBatch batch) {
      this.batch = batch;
    }

    private long number(String field) {
      int index = batch.type().indexOf(field);
      return index < 0 ? 0 : batch.values()[batch.start(index) + row];
    }

    private String text(String field) {
      return batch.type().indexOf(field) < 0 ? null : batch.text(number(field));
    }
  }

  /** The span as an object that is not closed. */
  private String head(Cells span) {
    StringWriter out = new StringWriter(300);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
      json.writeStartObject();
      json.writeStringField(
          "traceId", Ids.print(span.number("w3cTraceHigh")) + Ids.print(span.number("traceId")));
      json.writeStringField("spanId", Ids.print(span.number("spanId")));
      if (span.number("parentSpanId") != 0) {
        json.writeStringField("parentSpanId", Ids.print(span.number("parentSpanId")));
      }
      boolean isRemote = span.number("remoteParent") != 0;
      json.writeNumberField("flags", span.number("flags") & 0xff | (isRemote ? 0x300 : 0x100));
      json.writeStringField("name", span.text("operationSignature"));
      json.writeNumberField("kind", span.number("kind"));
      long begin = span.number("startEpochNanos");
      json.writeStringField("startTimeUnixNano", Long.toString(begin));
      json.writeStringField("endTimeUnixNano", Long.toString(begin + span.number("duration")));
      attributes(json, span.text("attributeKeys"), span.text("attributes"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String status = span.number("status") + "}";
    return out + (span.number("status") == 0 ? "" : "\n,\"status\":{\"code\":" + status);
  }

  /** Keys and values as the bridge writes them: one a line, keys after the letter of a type. */
  private static void attributes(JsonGenerator json, String keys, String values)
      throws IOException {
    if (keys == null) {
      return;
    }
    String[] key = keys.split("\n", -1);
    String[] value = values.split("\n", -1);
    json.writeArrayFieldStart("attributes");
    for (int i = 0; i < key.length; i++) {
      json.writeStartObject();
      json.writeStringField("key", plain(key[i].substring(2)));
      json.writeFieldName("value");
      value(json, key[i].charAt(0), i < value.length ? value[i] : "");
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void value(JsonGenerator json, char type, String text) throws IOException {
    if (type == 'v') {
      json.writeRawValue(text);
      return;
    }
    json.writeStartObject();
    switch (type) {
      case 'l' -> json.writeStringField("intValue", text);
      case 'b' -> json.writeBooleanField("boolValue", Boolean.parseBoolean(text));
      case 'd' -> {
        json.writeFieldName("doubleValue");
        boolean isWord = text.endsWith("N") || text.endsWith("y"); // JSON has none for those
        json.writeRawValue(isWord ? '"' + text + '"' : text);
      }
      default -> json.writeStringField("stringValue", plain(text));
    }
    json.writeEndObject();
  }

  /** With its ends of lines. */
  private static String plain(String escaped) {
    int from = escaped.indexOf('\\');
    if (from < 0) {
      return escaped;
    }
    StringBuilder out = new StringBuilder(escaped.length()).append(escaped, 0, from);
    for (int i = from; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      boolean isEscape = c == '\\' && i + 1 < escaped.length();
      out.append(isEscape ? escaped.charAt(++i) == 'n' ? '\n' : '\\' : c);
    }
    return out.toString();
  }

  /** A span with those of its parts that came. */
  private void add(Waiting span) {
    if (span.head == null) {
      return; // the span itself is lost
    }
    boolean isWhole = span.parts.size() == span.wanted;
    String more = isWhole ? String.join("", span.parts.values()) : "";
    int status = span.head.indexOf('\n');
    String head = status < 0 ? span.head : span.head.substring(0, status);
    if (status >= 0 && !more.startsWith("\"status\"")) {
      head += span.head.substring(status + 1);
    }
    String lacks = isWhole ? "" : ",\"events\":[{\"name\":\"sluice.parts_lost\"}]";
    String text = head + (more.isEmpty() ? lacks : "," + more) + "}";
    spans.computeIfAbsent(span.place, absent -> new ArrayList<>()).add(text);
    if (++count == BATCH) {
      send();
    }
  }

  private void send() {
    StringBuilder out = new StringBuilder(count * 500).append("{\"resourceSpans\":[");
    String comma = "";
    for (Map.Entry<Place, List<String>> each : spans.entrySet()) {
      out.append(comma).append("{\"resource\":").append(json(each.getKey().resource));
      out.append(",\"scopeSpans\":[{\"scope\":").append(json(each.getKey().scope));
      out.append(",\"spans\":[").append(String.join(",", each.getValue())).append(']');
      schema(out, each.getKey().scope).append("}]");
      schema(out, each.getKey().resource).append('}');
      comma = ",";
    }
    spans.clear();
    count = 0;
    try {
      target.send(out.append("]}").toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json(String described) {
    int line = described.indexOf('\n');
    return line < 0 ? described : described.substring(0, line);
  }

  private StringBuilder schema(StringBuilder out, String described) {
    int line = described.indexOf('\n');
    if (line >= 0) {
      StringWriter quoted = new StringWriter();
      try (JsonGenerator json = factory.createGenerator(quoted)) {
        json.writeString(described.substring(line + 1));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      out.append(",\"schemaUrl\":").append(quoted);
    }
    return out;
  }

  /** All came. */
  void finish() {
    waiting.values().forEach(this::add);
    waiting.clear();
    if (count > 0) {
      send();
    }
  }
}
