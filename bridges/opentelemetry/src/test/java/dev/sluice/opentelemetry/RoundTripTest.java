package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.testkit.Seeds;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the SDK hands over comes back from the export, field by field. */
@Tag("one-jdk")
class RoundTripTest {
  private static final int SPANS = 3_000;

  @TempDir private Path directory;

  /** What the SDK hands over to any processor. */
  private final Map<String, SpanData> expected = new HashMap<>();

  private final SpanProcessor keeper =
      new SpanProcessor() {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
          return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
          SpanData data = span.toSpanData();
          expected.put(data.getTraceId() + data.getSpanId(), data);
        }

        @Override
        public boolean isEndRequired() {
          return true;
        }

        @Override
        public CompletableResultCode shutdown() {
          return CompletableResultCode.ofSuccess();
        }
      };

  private Monitor open() {
    return Monitor.builder()
        .configuration(ConfigurationSources.none())
        .logged(false)
        .open("file:" + directory.resolve("records") + "?policy=block&metadata=false");
  }

  private List<JsonNode> exported() throws Exception {
    Path file = directory.resolve("spans.jsonl");
    Recording.sluice("export", directory.resolve("records").toString(), "--to", "otlp:" + file);
    List<JsonNode> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      all.add(new ObjectMapper().readTree(line));
    }
    return all;
  }

  private void record(SdkTracerProvider provider, long seed) {
    RandomSpans random = new RandomSpans(new Random(seed), provider);
    Span parent = Span.getInvalid();
    for (int i = 0; i < SPANS; i++) {
      parent = random.span(parent);
    }
  }

  @Test
  void every_field_of_spans_comes_back() throws Exception {
    long seed = Seeds.first("spans");
    Monitor monitor = open();
    Attributes program = // whose names must be printable
        RandomSpans.attributes(new Random(seed), 8).toBuilder()
            .removeIf(key -> key.getKey().contains("\n"))
            .build();
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setResource(Resource.create(program, "https://example.org/schema"))
            .setSpanLimits(
                SpanLimits.builder()
                    .setMaxNumberOfAttributes(6)
                    .setMaxNumberOfEvents(3)
                    .setMaxNumberOfLinks(3)
                    .setMaxNumberOfAttributesPerEvent(2)
                    .setMaxNumberOfAttributesPerLink(2)
                    .build())
            .addSpanProcessor(SluiceSpanProcessor.of(monitor))
            .addSpanProcessor(keeper)
            .build();
    record(provider, seed);
    assertThat(provider.shutdown().join(30, TimeUnit.SECONDS).isSuccess()).isTrue();

    int compared = 0;
    for (JsonNode request : exported()) {
      for (JsonNode resource : request.get("resourceSpans")) {
        for (JsonNode scope : resource.get("scopeSpans")) {
          for (JsonNode span : scope.get("spans")) {
            compare(resource, scope, span, seed);
            compared++;
          }
        }
      }
    }
    assertThat(compared).isEqualTo(expected.size()).isEqualTo(SPANS);
  }

  private void compare(JsonNode resource, JsonNode scope, JsonNode span, long seed) {
    SpanData data = expected.get(text(span, "traceId") + text(span, "spanId"));
    assertThat(data).as("seed %d, %s", seed, span).isNotNull();
    assertThat(fields(resource, scope, span)).as("seed %d, %s", seed, data).isEqualTo(fields(data));
  }

  private static String text(JsonNode of, String name) {
    return of.has(name) ? of.get(name).asText() : "";
  }

  private static int number(JsonNode of, String name) {
    return of.has(name) ? of.get(name).asInt() : 0;
  }

  private static Map<String, Object> fields(JsonNode resource, JsonNode scope, JsonNode span) {
    Map<String, Object> all = new HashMap<>();
    all.put("resource", OtlpValues.attributes(resource.get("resource")));
    all.put("resource schema", text(resource, "schemaUrl"));
    all.put("scope", text(scope.get("scope"), "name"));
    all.put("scope version", text(scope.get("scope"), "version"));
    all.put("scope attributes", OtlpValues.attributes(scope.get("scope")));
    all.put("scope schema", text(scope, "schemaUrl"));
    all.put("parent", text(span, "parentSpanId"));
    all.put("flags", span.get("flags").asInt());
    all.put("state", text(span, "traceState"));
    all.put("name", text(span, "name"));
    all.put("kind", SpanKind.values()[span.get("kind").asInt() - 1]);
    all.put("begin", span.get("startTimeUnixNano").asLong());
    all.put("end", span.get("endTimeUnixNano").asLong());
    all.put("attributes", OtlpValues.attributes(span));
    all.put("dropped", number(span, "droppedAttributesCount"));
    all.put("status", span.has("status") ? number(span.get("status"), "code") : 0);
    all.put("message", span.has("status") ? text(span.get("status"), "message") : "");
    List<Object> events = new ArrayList<>();
    for (JsonNode event : span.path("events")) {
      events.add(
          List.of(
              event.get("timeUnixNano").asLong(),
              text(event, "name"),
              OtlpValues.attributes(event),
              number(event, "droppedAttributesCount")));
    }
    all.put("events", events);
    all.put("dropped events", number(span, "droppedEventsCount"));
    List<Object> links = new ArrayList<>();
    for (JsonNode link : span.path("links")) {
      links.add(
          List.of(
              text(link, "traceId"),
              text(link, "spanId"),
              text(link, "traceState"),
              link.get("flags").asInt(),
              OtlpValues.attributes(link),
              number(link, "droppedAttributesCount")));
    }
    all.put("links", links);
    all.put("dropped links", number(span, "droppedLinksCount"));
    return all;
  }

  private static int flags(io.opentelemetry.api.trace.SpanContext context, boolean isRemote) {
    return context.getTraceFlags().asByte() & 0xff | (isRemote ? 0x300 : 0x100);
  }

  private static String state(io.opentelemetry.api.trace.SpanContext context) {
    List<String> members = new ArrayList<>();
    context.getTraceState().forEach((key, value) -> members.add(key + "=" + value));
    return String.join(",", members);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static Map<String, Object> fields(SpanData span) {
    InstrumentationScopeInfo scope = span.getInstrumentationScopeInfo();
    Map<String, Object> all = new HashMap<>();
    all.put("resource", OtlpValues.attributes(span.getResource().getAttributes()));
    all.put("resource schema", orEmpty(span.getResource().getSchemaUrl()));
    all.put("scope", scope.getName());
    all.put("scope version", orEmpty(scope.getVersion()));
    all.put("scope attributes", OtlpValues.attributes(scope.getAttributes()));
    all.put("scope schema", orEmpty(scope.getSchemaUrl()));
    boolean hasParent = span.getParentSpanContext().isValid();
    all.put("parent", hasParent ? span.getParentSpanId() : "");
    all.put("flags", flags(span.getSpanContext(), span.getParentSpanContext().isRemote()));
    all.put("state", state(span.getSpanContext()));
    all.put("name", span.getName());
    all.put("kind", span.getKind());
    all.put("begin", span.getStartEpochNanos());
    all.put("end", span.getEndEpochNanos());
    all.put("attributes", OtlpValues.attributes(span.getAttributes()));
    all.put("dropped", span.getTotalAttributeCount() - span.getAttributes().size());
    all.put("status", span.getStatus().getStatusCode().ordinal());
    all.put("message", span.getStatus().getDescription());
    List<Object> events = new ArrayList<>();
    for (EventData event : span.getEvents()) {
      events.add(
          List.of(
              event.getEpochNanos(),
              event.getName(),
              OtlpValues.attributes(event.getAttributes()),
              event.getTotalAttributeCount() - event.getAttributes().size()));
    }
    all.put("events", events);
    all.put("dropped events", span.getTotalRecordedEvents() - span.getEvents().size());
    List<Object> links = new ArrayList<>();
    for (LinkData link : span.getLinks()) {
      links.add(
          List.of(
              link.getSpanContext().getTraceId(),
              link.getSpanContext().getSpanId(),
              state(link.getSpanContext()),
              flags(link.getSpanContext(), link.getSpanContext().isRemote()),
              OtlpValues.attributes(link.getAttributes()),
              link.getTotalAttributeCount() - link.getAttributes().size()));
    }
    all.put("links", links);
    all.put("dropped links", span.getTotalRecordedLinks() - span.getLinks().size());
    return all;
  }
}
