package dev.sluice.benchmarks.calls.receivers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;

/**
 * Spans over HTTP, as OTLP 1.x has it: takes every request and counts the spans of calls of the
 * monitored method, and of requests that are answered.
 */
final class OtlpTaker implements Taker {
  private static final String METHOD = ".monitoredMethod";

  private final HttpServer server;
  private final AtomicLong spans = new AtomicLong();

  OtlpTaker() throws IOException {
    server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), /* backlog */ 0);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      InputStream body = exchange.getRequestBody();
      count(ExportTraceServiceRequest.parseFrom(zipped ? new GZIPInputStream(body) : body));
      byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private void count(ExportTraceServiceRequest request) {
    long found = 0;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          boolean isRequest = span.getKind() == Span.SpanKind.SPAN_KIND_SERVER;
          found += isRequest || span.getName().endsWith(METHOD) ? 1 : 0;
        }
      }
    }
    spans.addAndGet(found);
  }

  @Override
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public long executions() {
    return spans.get();
  }
}
