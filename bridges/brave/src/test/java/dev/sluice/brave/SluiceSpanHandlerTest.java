package dev.sluice.brave;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Span;
import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.B3SingleFormat;
import brave.propagation.TraceContext;
import brave.propagation.TraceContextOrSamplingFlags;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.GenericRecord;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zipkin2.reporter.brave.MutableSpanBytesEncoder;

/** Real spans of Brave: what is recorded of them beside what Zipkin would get. */
class SluiceSpanHandlerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> PEER =
      List.of("peer.service", "network.peer.address", "network.peer.port");

  @TempDir private Path directory;

  private final List<JsonNode> zipkin = new ArrayList<>();
  private Monitor monitor;

  /** Keeps what zipkin-reporter would send. */
  private final class Zipkin extends SpanHandler {
    @Override
    public boolean end(TraceContext context, MutableSpan span, Cause cause) {
      try {
        zipkin.add(JSON.readTree(MutableSpanBytesEncoder.JSON_V2.encode(span)));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return true;
    }
  }

  private Tracing.Builder tracing() {
    monitor = Monitor.to("file:" + directory + "?metadata=false&policy=block");
    return Tracing.newBuilder()
        .localServiceName("shop")
        .localIp("10.0.0.1")
        .addSpanHandler(new SluiceSpanHandler(monitor))
        .addSpanHandler(new Zipkin());
  }

  private List<GenericRecord> records(String type) throws IOException {
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      List<GenericRecord> all = stream.stream().toList();
      assertThat(stream.audit().complete()).isTrue();
      return all.stream().filter(record -> record.type().name().equals(type)).toList();
    }
  }

  @Test
  void all_that_zipkin_gets_is_recorded() throws Exception {
    Random random = new Random(7);
    try (Tracing tracing = tracing().traceId128Bit(true).build()) {
      for (int i = 0; i < 300; i++) {
        span(tracing, random, i);
      }
    }
    List<GenericRecord> spans = records("sluice.span");
    Map<String, String> parts = parts();
    assertThat(spans).hasSize(zipkin.size()).hasSizeGreaterThan(300);
    for (int i = 0; i < spans.size(); i++) {
      assertThat(asZipkin(spans.get(i), parts)).isEqualTo(zipkin.get(i));
    }
  }

  /** A span with whatever comes, within another one or within a call from elsewhere. */
  private static void span(Tracing tracing, Random random, int number) {
    Span parent = tracing.tracer().newTrace().start(1_700_000_000_000_000L + number);
    Span span =
        switch (number % 3) {
          case 0 -> tracing.tracer().newChild(parent.context());
          case 1 -> tracing.tracer().joinSpan(remote(parent.context()));
          default ->
              tracing
                  .tracer()
                  .nextSpan(TraceContextOrSamplingFlags.create(remote(parent.context())));
        };
    if (random.nextBoolean()) {
      span.name("get /orders/{id}");
    }
    if (random.nextInt(4) > 0) {
      span.kind(Span.Kind.values()[random.nextInt(4)]);
      span.remoteServiceName("stock");
      span.remoteIpAndPort("10.0.0.2", random.nextInt(3) * 8080);
    }
    span.start(1_700_000_000_000_000L + random.nextInt(1_000_000));
    for (int i = random.nextInt(4); i > 0; i--) {
      String text = "a \"value\"\nwith \\n lines, Łódź 😀 ";
      span.tag("key " + i, text + "x".repeat(random.nextInt(9000)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      span.annotate(1_700_000_000_000_100L + i, "ws \"" + i + "\"\t");
    }
    if (random.nextInt(4) == 0) {
      span.error(new IllegalStateException(random.nextBoolean() ? "no van" : null));
    }
    if (number % 10 == 9) {
      span.flush();
    } else {
      span.finish(1_700_000_002_000_000L);
    }
    parent.finish(1_700_000_003_000_000L);
  }

  private static TraceContext remote(TraceContext context) {
    return B3SingleFormat.parseB3SingleFormat(B3SingleFormat.writeB3SingleFormat(context))
        .context();
  }

  private Map<String, String> parts() throws IOException {
    Map<String, String> parts = new TreeMap<>();
    for (GenericRecord part : records("sluice.span_part")) {
      parts.merge(
          part.value("traceId") + " " + part.value("spanId") + " ",
          (String) part.value("text"),
          String::concat);
    }
    return parts;
  }

  /** What Zipkin has of a span, made of its record. */
  private static JsonNode asZipkin(GenericRecord span, Map<String, String> parts)
      throws IOException {
    Map<String, String> tags = attributes(span);
    JsonNode more = JSON.createObjectNode();
    if ((int) span.value("parts") > 0) {
      String id = span.value("traceId") + " " + span.value("spanId") + " ";
      more = JSON.readTree("{" + parts.get(id) + "}");
      for (JsonNode attribute : more.path("attributes")) {
        tags.put(attribute.get("key").asText(), attribute.get("value").get("stringValue").asText());
      }
    }
    ObjectNode out = JSON.createObjectNode();
    out.put("traceId", hex(span.value("w3cTraceHigh")) + hex(span.value("traceId")));
    boolean isShared = tags.remove("zipkin.shared") != null;
    String sharedParent = tags.remove("zipkin.parentId");
    String parent = isShared ? sharedParent : hex(span.value("parentSpanId"));
    if (parent != null && !parent.equals(hex(0L))) {
      out.put("parentId", parent);
    }
    out.put("id", hex(span.value("spanId")));
    int kind = (byte) span.value("kind");
    if (kind > 1) {
      out.put("kind", List.of("SERVER", "CLIENT", "PRODUCER", "CONSUMER").get(kind - 2));
    }
    if (!span.value("operationSignature").equals("unknown")) {
      out.put("name", (String) span.value("operationSignature"));
    }
    out.put("timestamp", TimeUnit.NANOSECONDS.toMicros((long) span.value("startEpochNanos")));
    if (!"FLUSHED".equals(tags.remove("zipkin.cause"))) {
      out.put("duration", TimeUnit.NANOSECONDS.toMicros((long) span.value("duration")));
    }
    assertThat((byte) span.value("status")).isEqualTo((byte) (tags.containsKey("error") ? 2 : 0));
    out.set("localEndpoint", endpoint(resource(span), List.of("service.name", "host.ip", "port")));
    JsonNode there = endpoint(tags, PEER);
    if (!there.isEmpty()) {
      out.set("remoteEndpoint", there);
    }
    for (JsonNode event : more.path("events")) {
      out.withArray("annotations")
          .addObject()
          .put("timestamp", TimeUnit.NANOSECONDS.toMicros(event.get("timeUnixNano").asLong()))
          .put("value", event.get("name").asText());
    }
    PEER.forEach(tags::remove);
    tags.forEach((key, value) -> out.withObject("/tags").put(key, value));
    if (isShared) {
      out.put("shared", true);
    }
    return JSON.readTree(out.toString());
  }

  private static String hex(Object id) {
    return String.format("%016x", (long) id);
  }

  private static JsonNode endpoint(Map<String, String> from, List<String> keys) {
    ObjectNode out = JSON.createObjectNode();
    if (from.containsKey(keys.get(0))) {
      out.put("serviceName", from.get(keys.get(0)));
    }
    if (from.containsKey(keys.get(1))) {
      out.put("ipv4", from.get(keys.get(1)));
    }
    if (from.containsKey(keys.get(2))) {
      out.put("port", Integer.parseInt(from.get(keys.get(2))));
    }
    return out;
  }

  private static Map<String, String> resource(GenericRecord span) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (JsonNode each : JSON.readTree((String) span.value("resource")).get("attributes")) {
      all.put(each.get("key").asText(), each.get("value").get("stringValue").asText());
    }
    return all;
  }

  private static Map<String, String> attributes(GenericRecord span) {
    Map<String, String> all = new TreeMap<>();
    if (span.value("attributeKeys") != null) {
      String[] keys = ((String) span.value("attributeKeys")).split("\n", -1);
      String[] values = ((String) span.value("attributes")).split("\n", -1);
      for (int i = 0; i < keys.length; i++) {
        assertThat(keys[i]).startsWith("s:");
        all.put(plain(keys[i].substring(2)), plain(values[i]));
      }
    }
    return all;
  }

  private static String plain(String line) {
    return line.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', '\\');
  }

  @Test
  void what_did_not_just_finish_tells_why() throws Exception {
    try (Tracing tracing = tracing().build()) {
      tracing.tracer().newTrace().name("flushed").start().flush();
      tracing.tracer().newTrace().name("abandoned").start().abandon();
      tracing.tracer().newTrace().name("finished").start().finish();
    }
    Map<Object, String> causes = new TreeMap<>();
    for (GenericRecord span : records("sluice.span")) {
      causes.put(span.value("operationSignature"), "" + attributes(span).get("zipkin.cause"));
    }
    assertThat(causes).isEqualTo(Map.of("flushed", "FLUSHED", "finished", "null"));
  }

  @Test
  void program_goes_on_when_its_monitor_is_closed() {
    try (Tracing tracing = tracing().build()) {
      monitor.close();
      tracing.tracer().newTrace().name("late").start().finish();
    }
    assertThat(zipkin).hasSize(1);
  }
}
