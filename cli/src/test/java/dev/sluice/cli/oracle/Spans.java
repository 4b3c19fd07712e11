package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.chunk.Ids;
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
    if (program.calls) {
      List<JsonNode> all = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        JSON.readTree(line).at("/resourceSpans/0/scopeSpans/0/spans").forEach(all::add);
      }
      count(program, all);
      Verdict.of(program).stream()
          .filter(verdict -> verdict.valid && !program.foreign)
          .forEach(verdict -> remotes(program, verdict, all));
      return;
    }
    for (String line : Files.readAllLines(file)) {
      for (JsonNode resource : JSON.readTree(line).get("resourceSpans")) {
        for (JsonNode span : resource.get("scopeSpans").get(0).get("spans")) {
          said.computeIfAbsent(span.get("traceId").asText(), id -> new ArrayList<>()).add(span);
        }
      }
    }
    Map<String, List<JsonNode>> all = new HashMap<>(said);
    Map<Call.Tree, Verdict> verdicts = new HashMap<>();
    Verdict.of(program).forEach(verdict -> verdicts.put(verdict.tree, verdict));
    for (Verdict verdict : Verdict.of(program)) {
      List<JsonNode> spans = said.remove(id(verdict.producer, verdict.tree));
      if (verdict.known.isEmpty()) {
        continue; // an after event alone
      }
      assertThat(spans).as("spans of trace %s", verdict.tree.id).hasSameSizeAs(verdict.known);
      if (verdict.valid) {
        check(verdict, spans);
        if (verdict.announced && verdict.tree.parent != null) {
          Call.Tree parent = verdict.tree.parent;
          checkLink(
              verdict, spans.get(0), verdicts.get(parent), all.get(id(verdict.producer, parent)));
        }
      }
    }
    assertThat(said).as("spans of other traces").isEmpty();
  }

  /** Where programs call each other, a trace of it is a request, and a call has a span. */
  private static void count(Program program, List<JsonNode> all) {
    long right = Verdict.of(program).stream().mapToLong(verdict -> verdict.known.size()).sum();
    for (Producer producer : program.producers) {
      right +=
          producer.emitted.stream()
              .filter(one -> one.came() && one.type.name().equals("sluice.remote_call"))
              .count();
    }
    assertThat(all).as("spans").hasSize((int) right);
  }

  /** Its calls and messages are spans; below a call is what it called, to messages lead links. */
  private static void remotes(Program program, Verdict verdict, List<JsonNode> all) {
    Call.Tree tree = verdict.tree;
    Call root = tree.calls.get(0);
    String high = Ids.print(program.w3cHigh);
    String request = high + Ids.print(tree.w3cTrace);
    List<JsonNode> of =
        all.stream().filter(span -> span.get("traceId").asText().equals(request)).toList();
    for (Remotes.Sent sent : tree.sent) {
      if (sent.record().came()) {
        boolean isMessage = sent.record().values.get(7).equals("kafka");
        JsonNode span = only(of, "spanId", Ids.print(sent.span()));
        assertThat(span.get("kind").asInt()).as("client or producer").isEqualTo(isMessage ? 4 : 3);
      }
    }
    if (tree.came != null && tree.came.came()) {
      JsonNode span = only(of, "parentSpanId", Ids.print((Long) tree.came.values.get(7)));
      assertThat(span.get("startTimeUnixNano").asLong()).isEqualTo(root.begin);
      assertThat(span.get("kind").asInt()).as("server or consumer").isIn(2, 5);
    }
    List<String> links =
        tree.taken.stream()
            .filter(one -> one.record().came())
            .map(one -> high + Ids.print(one.request()) + " " + Ids.print(one.span()))
            .toList();
    long linking = all.stream().filter(span -> links(span).containsAll(links)).count();
    assertThat(linking).as("spans with links to messages").isGreaterThanOrEqualTo(1);
    if (!links.isEmpty()) {
      JsonNode span = all.stream().filter(one -> links(one).containsAll(links)).findFirst().get();
      assertThat(linking).as("spans with links to messages").isEqualTo(1);
      assertThat(span.get("startTimeUnixNano").asLong()).isEqualTo(root.begin);
    }
  }

  private static List<String> links(JsonNode span) {
    List<String> links = new ArrayList<>();
    span.path("links")
        .forEach(one -> links.add(one.get("traceId").asText() + " " + one.get("spanId").asText()));
    return links;
  }

  private static JsonNode only(List<JsonNode> all, String field, String value) {
    List<JsonNode> some =
        all.stream().filter(span -> span.path(field).asText().equals(value)).toList();
    assertThat(some).as("spans with %s %s", field, value).hasSize(1);
    return some.get(0);
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
      assertThat(span.has("links") || names(span).contains("sluice.parent.trace"))
          .as("link or attribute")
          .isEqualTo(linked);
    }
  }

  private static List<String> names(JsonNode span) {
    List<String> names = new ArrayList<>();
    span.get("attributes").forEach(attribute -> names.add(attribute.get("key").asText()));
    return names;
  }

  /** A trace that another started is linked to the execution that started it, or to none. */
  private static void checkLink(
      Verdict verdict, JsonNode span, Verdict parent, List<JsonNode> spans) {
    Call starter = verdict.tree.starter;
    boolean both = parent != null && !parent.events && starter.before != null;
    boolean known = starter.depth == 0 || parent != null && parent.valid && parent.whole && !both;
    if (known && verdict.tree.parentDepth > 0) {
      assertThat(span.has("links")).as("a link to what is known").isTrue();
    }
    if (span.has("links")) {
      JsonNode link = span.get("links").get(0);
      assertThat(link.get("traceId").asText()).isEqualTo(id(verdict.producer, starter.tree));
      int at = parent == null ? -1 : parent.known.indexOf(starter);
      for (int i = 0; spans != null && i < spans.size(); i++) {
        assertThat(spans.get(i).get("spanId").equals(link.get("spanId")))
            .as("link to %s", parent.known.get(i).operation)
            .isEqualTo(i == at);
      }
    }
  }
}
