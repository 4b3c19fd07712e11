package dev.sluice.tools.export;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests of OTLP with what the bridge recorded of one signal. For one thread. */
final class RecordedRequests {
  /** Items of a request, or a line. */
  private static final int BATCH = 2000;

  private final OtlpExport.OtlpTarget target;
  private final Signal signal;
  private final Map<Place, List<String>> items = new LinkedHashMap<>();
  private int count;

  /** Signals of OTLP, with their names and parts. */
  enum Signal {
    TRACES("traces", "Spans", "spans"),
    LOGS("logs", "Logs", "logRecords"),
    METRICS("metrics", "Metrics", "metrics");

    private final String path;
    private final String groups;
    private final String items;

    Signal(String path, String groups, String items) {
      this.path = path;
      this.groups = groups;
      this.items = items;
    }
  }

  /** Origin of a signal: resource and scope as JSON, each followed by the address of its schema. */
  record Place(String resource, String scope) {
    static Place of(RecordedRow row) {
      return new Place(row.text("resource"), row.text("scope"));
    }
  }

  RecordedRequests(OtlpExport.OtlpTarget target, Signal signal) {
    this.target = target;
    this.signal = signal;
  }

  /** Adds an item as JSON. */
  void add(Place place, String item) {
    items.computeIfAbsent(place, absent -> new ArrayList<>()).add(item);
    if (++count == BATCH) {
      send();
    }
  }

  /** Sends what is left. */
  void send() {
    if (count == 0) {
      return;
    }
    StringBuilder out = new StringBuilder(count * 500);
    out.append("{\"resource").append(signal.groups).append("\":[");
    String comma = "";
    for (Map.Entry<Place, List<String>> each : items.entrySet()) {
      out.append(comma).append("{\"resource\":").append(json(each.getKey().resource));
      out.append(",\"scope").append(signal.groups).append("\":[{\"scope\":");
      out.append(json(each.getKey().scope)).append(",\"").append(signal.items).append("\":[");
      out.append(String.join(",", each.getValue())).append(']');
      schema(out, each.getKey().scope).append("}]");
      schema(out, each.getKey().resource).append('}');
      comma = ",";
    }
    items.clear();
    count = 0;
    try {
      target.send(signal.path, out.append("]}").toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json(String described) {
    int line = described.indexOf('\n');
    return line < 0 ? described : described.substring(0, line);
  }

  private static StringBuilder schema(StringBuilder out, String described) {
    int line = described.indexOf('\n');
    if (line >= 0) {
      out.append(",\"schemaUrl\":\"");
      JsonStringEncoder.getInstance().quoteAsString(described.substring(line + 1), out);
      out.append('"');
    }
    return out;
  }
}
