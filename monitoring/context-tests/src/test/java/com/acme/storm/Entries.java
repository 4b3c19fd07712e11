package com.acme.storm;

import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import dev.sluice.brave.SluiceSpanHandler;
import dev.sluice.kieker.SluiceWriter;
import dev.sluice.monitoring.LogRecorder;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.micrometer.ObservationRecorder;
import dev.sluice.opentelemetry.SluiceSpanProcessor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.misc.TimestampRecord;
import kieker.monitoring.core.configuration.ConfigurationFactory;

/** Entry points of libraries, each with a monitor of its own. */
final class Entries {
  private static final String CONTROL = "control";
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Entries() {}

  /** Gives a text to a library, whose monitor is open. */
  private interface Take {
    void take(String text) throws Exception;
  }

  private record Monitored(Monitor monitor, Take to) implements Storm.Entry {
    @Override
    public void take(String text) throws Exception {
      to.take(text);
    }

    @Override
    public void end() throws Exception {
      to.take(CONTROL);
      monitor.close(LIMIT);
    }
  }

  static Storm.Entry of(String name, String sink) throws Exception {
    if (sink.equals("agent")) {
      return AgentEntries.of(name);
    }
    if (name.startsWith("kieker")) {
      return kieker(name, sink);
    }
    System.setProperty("sluice.sink", sink);
    Monitor monitor = Monitor.process();
    Take take =
        switch (name) {
          case "brave.name", "brave.key", "brave.value" -> brave(monitor, name);
          case "otel.name", "otel.key", "otel.scope" -> openTelemetry(monitor, name);
          case "micrometer.name", "micrometer.tag", "micrometer.method" ->
              micrometer(monitor, name);
          case "log.logger", "log.thread", "log.pattern", "log.marker" -> log(name);
          default -> throw new IllegalArgumentException(name);
        };
    return new Monitored(monitor, take);
  }

  private static Take brave(Monitor monitor, String name) {
    SluiceSpanHandler handler = new SluiceSpanHandler(monitor);
    long[] id = {0};
    return text -> {
      TraceContext context =
          TraceContext.newBuilder().traceId(++id[0]).spanId(id[0]).sampled(true).build();
      MutableSpan span = new MutableSpan(context, null);
      span.name(name.endsWith("name") ? text : "get");
      span.tag(name.endsWith("key") ? text : "key", name.endsWith("value") ? text : "1");
      span.startTimestamp(1);
      span.finishTimestamp(2);
      handler.end(context, span, SpanHandler.Cause.FINISHED);
    };
  }

  private static Take openTelemetry(Monitor monitor, String name) {
    SdkTracerProvider provider =
        SdkTracerProvider.builder().addSpanProcessor(SluiceSpanProcessor.of(monitor)).build();
    Tracer tracer = provider.get("storm");
    return text ->
        tracer
            .spanBuilder(name.endsWith("name") ? text : "get")
            .startSpan()
            .setAttribute(name.endsWith("key") ? text : "key", 1)
            .setAttribute("scope", name.endsWith("scope") ? text : "")
            .end();
  }

  private static Take micrometer(Monitor monitor, String name) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new ObservationRecorder(monitor));
    return text ->
        Observation.createNotStarted(
                name.endsWith("name") ? text : "http.server.requests", registry)
            .contextualName(name.endsWith("method") ? "http " + text : null)
            .lowCardinalityKeyValue("uri", name.endsWith("tag") ? text : "/")
            .highCardinalityKeyValue("url", text)
            .observe(() -> {});
  }

  private static Take log(String name) {
    LogRecorder recorder = new LogRecorder(null);
    return text ->
        recorder.record(
            new LogRecorder.Origin(
                Instant.now(),
                "WARN",
                name.endsWith("logger") ? text : "com.acme.Login",
                name.endsWith("thread") ? text : "http-1",
                name.endsWith("marker") ? text : null,
                Map.of()),
            name.endsWith("pattern") ? text : "failed",
            new Object[] {1},
            null);
  }

  private static Storm.Entry kieker(String name, String sink) {
    Configuration configuration = ConfigurationFactory.createDefaultConfiguration();
    configuration.setProperty("kieker.monitoring.sluice.sink", sink);
    configuration.setProperty(
        "kieker.monitoring.core.controller.WriterController.RecordQueueInsertBehavior", "5");
    SluiceWriter writer = new SluiceWriter(configuration);
    return new Storm.Entry() {
      @Override
      public void take(String text) {
        writer.writeMonitoringRecord(
            new OperationExecutionRecord(
                name.endsWith("signature") ? "void a.B." + text + "()" : "void a.B.c()",
                name.endsWith("session") ? text : "s",
                1,
                1,
                2,
                name.endsWith("host") ? text : "host",
                0,
                0));
      }

      /** A class that comes when all symbols are used up. */
      @Override
      public void end() {
        writer.writeMonitoringRecord(new TimestampRecord(1));
        writer.onTerminating();
      }
    };
  }
}
