package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether the export to OTLP has a span for each execution, beneath that of its caller. */
final class Spans {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Spans() {}

  /** For traces that are whole: what it says of others depends on what is missing. */
  static void check(Program program, Path file) throws IOException {
    Map<String, List<JsonNode>> said = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      for (JsonNode resource : JSON.readTree(line).get("resourceSpans")) {
        for (JsonNode span : resource.get("scopeSpans").get(0).get("spans")) {
          said.computeIfAbsent(span.get("traceId").asText(), id -> new ArrayList<>()).add(span);
        }
      }
    }
    for (Verdict verdict : Verdict.of(program)) {
      List<JsonNode> spans = said.remove(id(verdict.producer, verdict.tree));
      if (verdict.known.isEmpty()) {
        continue; // an after event alone
      }
      assertThat(spans).as("spans of trace %s", verdict.tree.id).hasSameSizeAs(verdict.known);
      if (verdict.valid) {
        check(verdict, spans);
      }
    }
    assertThat(said).as("spans of other traces").isEmpty();
  }

  private static String id(Producer producer, Call.Tree tree) {
    return String.format("%016x%016x", producer.id, tree.id);
  }

  private static void check(Verdict verdict, List<JsonNode> spans) {
    for (int i = 0; i < spans.size(); i++) {
      JsonNode span = spans.get(i);
      Call call = verdict.known.get(i);
      String name = span.get("attributes").get(0).get("value").get("stringValue").asText();
      assertThat(name).isEqualTo(call.operation);
      assertThat(span.get("startTimeUnixNano").asLong()).as("start").isEqualTo(call.begin);
      assertThat(span.get("endTimeUnixNano").asLong()).as("end").isEqualTo(call.end);
      assertThat(span.has("status")).as("failed").isEqualTo(call.failed);
      String caller =
          call.caller == null ? null : spans.get(call.caller.order).get("spanId").asText();
      assertThat(span.path("parentSpanId").asText(null)).as("caller").isEqualTo(caller);
      boolean linked = i == 0 && verdict.announced && verdict.tree.parent != null;
      assertThat(span.has("links")).as("links").isEqualTo(linked);
      if (linked) {
        assertThat(span.get("links").get(0).get("traceId").asText())
            .isEqualTo(id(verdict.producer, verdict.tree.parent));
      }
    }
  }
}
