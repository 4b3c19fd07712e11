package dev.sluice.benchmarks.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.sluice.testkit.TestBatch;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Operation executions as spans of OpenTelemetry's protocol, one request a chunk. Where there is a
 * choice, that which takes less room: the trace's number and the order of the call are the ids,
 * which other programs choose at random, and neither the parent nor the logging time is sent.
 */
final class OtlpSpans {
  private static final int TRACE_ID_BYTES = 16;

  private OtlpSpans() {}

  /** Whether all records are operation executions. */
  static boolean canHold(TestBatch records) {
    return records.entries().stream()
        .allMatch(entry -> entry.type().name().equals("sluice.operation_execution"));
  }

  /** The requests with {@code chunkRecords} spans each; the last may have fewer. */
  static List<byte[]> requests(TestBatch records, int chunkRecords) {
    List<byte[]> requests = new ArrayList<>();
    for (int from = 0; from < records.size(); from += chunkRecords) {
      int to = Math.min(records.size(), from + chunkRecords);
      byte[] request = request(records.entries().subList(from, to)).toByteArray();
      check(request, to - from);
      requests.add(request);
    }
    return requests;
  }

  private static void check(byte[] request, int spans) {
    try {
      int found =
          ExportTraceServiceRequest.parseFrom(request).getResourceSpansList().stream()
              .mapToInt(resource -> resource.getScopeSpans(0).getSpansCount())
              .sum();
      if (found != spans) {
        throw new IllegalStateException(found + " spans instead of " + spans);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ExportTraceServiceRequest request(List<TestBatch.Entry> entries) {
    Map<String, ScopeSpans.Builder> hosts = new LinkedHashMap<>();
    for (TestBatch.Entry entry : entries) {
      String host = text(entry, 6);
      hosts.computeIfAbsent(host, name -> ScopeSpans.newBuilder()).addSpans(span(entry));
    }
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    hosts.forEach(
        (host, spans) ->
            request.addResourceSpans(
                ResourceSpans.newBuilder()
                    .setResource(Resource.newBuilder().addAttributes(attribute("host.name", host)))
                    .addScopeSpans(spans)));
    return request.build();
  }

  /** Fields: logging time, signature, session, trace, tin, tout, host, eoi, ess. */
  private static Span.Builder span(TestBatch.Entry entry) {
    long trace = number(entry, 3);
    long eoi = number(entry, 7);
    return Span.newBuilder()
        .setTraceId(
            ByteString.copyFrom(
                ByteBuffer.allocate(TRACE_ID_BYTES).putLong(Long.BYTES, trace).array()))
        .setSpanId(ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(0, eoi + 1).array()))
        .setName(text(entry, 1))
        .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
        .setStartTimeUnixNano(number(entry, 4))
        .setEndTimeUnixNano(number(entry, 5))
        .addAttributes(attribute("session.id", text(entry, 2)))
        .addAttributes(
            KeyValue.newBuilder()
                .setKey("ess")
                .setValue(AnyValue.newBuilder().setIntValue(number(entry, 8))));
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static String text(TestBatch.Entry entry, int field) {
    return String.valueOf(entry.values().get(field));
  }

  private static long number(TestBatch.Entry entry, int field) {
    return ((Number) entry.values().get(field)).longValue();
  }
}
