package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spans that the OpenTelemetry bridge recorded, converted back to OTLP with all their parts. For
 * one thread.
 */
final class RecordedSpans {
  private static final String SPAN = "sluice.span";
  private static final String PART = "sluice.span_part";

  /** Spans that wait for their parts, or parts for their span, which comes soon or never. */
  private static final int MAX_WAITING = 1 << 16;

  private final RecordedRequests requests;
  private final JsonFactory factory = new JsonFactory();
  private final Map<Id, Waiting> waiting = new LinkedHashMap<>();

  private record Id(long producer, long trace, long span) {}

  /** A span of which not all came. */
  private static final class Waiting {
    private final Map<Long, String> parts = new TreeMap<>();
    private RecordedRequests.Place place;
    private String head;
    private long wanted = Long.MAX_VALUE;
  }

  RecordedSpans(RecordedRequests requests) {
    this.requests = requests;
  }

  static boolean wants(RecordType type) {
    return type.name().equals(SPAN) || type.name().equals(PART);
  }

  /** Takes rows of such a type. */
  void rows(ColumnBatch batch, long producer) {
    for (int row = 0; row < batch.rows(); row++) {
      RecordedRow cells = new RecordedRow(batch, row);
      Id id = new Id(producer, cells.number("traceId"), cells.number("spanId"));
      Waiting span = waiting.computeIfAbsent(id, absent -> new Waiting());
      if (batch.type().name().equals(PART)) {
        span.parts.put(cells.number("part"), cells.text("text"));
      } else {
        span.wanted = cells.number("parts");
        span.place = RecordedRequests.Place.of(cells);
        span.head = head(cells);
      }
      if (span.parts.size() >= span.wanted) {
        waiting.remove(id);
        add(span);
      } else if (waiting.size() > MAX_WAITING) {
        Iterator<Waiting> all = waiting.values().iterator();
        Waiting oldest = all.next();
        all.remove();
        add(oldest);
      }
    }
  }

  /** Returns the span as an object that is not closed. */
  private String head(RecordedRow span) {
    StringWriter out = new StringWriter(300);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
      json.writeStartObject();
      span.ids(json);
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
      span.attributes(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String status = span.number("status") + "}";
    return out + (span.number("status") == 0 ? "" : "\n,\"status\":{\"code\":" + status);
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
    requests.add(span.place, text);
  }

  /** Ends the input. */
  void finish() {
    waiting.values().forEach(this::add);
    waiting.clear();
  }
}
