package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.util.List;

/**
 * OpenTelemetry's agent with a span for each execution, at its defaults but for what it instruments
 * and where it sends: spans that find its queue full are dropped.
 */
record OtelTarget(Variant variant, Receiver receiver) implements CallTarget {
  static OtelTarget of(Variant variant) throws IOException {
    return new OtelTarget(variant, ReceiverJvm.ofPeer("otlp", port -> "http://127.0.0.1:" + port));
  }

  @Override
  public List<String> options() throws IOException {
    return List.of(
        "-javaagent:" + Libraries.peer("opentelemetry"),
        "-Dotel.instrumentation.common.default-enabled=false",
        "-Dotel.instrumentation.methods.enabled=true",
        "-Dotel.instrumentation.methods.include="
            + variant.load().monitored().getName()
            + "[monitoredMethod]",
        "-Dotel.metrics.exporter=none",
        "-Dotel.logs.exporter=none",
        "-Dotel.traces.exporter=otlp",
        "-Dotel.traces.sampler=" + (variant.stage() == Setup.OFF ? "always_off" : "always_on"),
        "-Dotel.exporter.otlp.protocol=http/protobuf",
        "-Dotel.exporter.otlp.endpoint=" + receiver.address(),
        "-cp",
        Libraries.classes().toString());
  }

  @Override
  public String application() {
    return variant.load().monitored().getSimpleName();
  }
}
