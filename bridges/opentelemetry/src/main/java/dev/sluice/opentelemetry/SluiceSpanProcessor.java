package dev.sluice.opentelemetry;

import dev.sluice.monitoring.Monitor;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/**
 * Processor that records each sampled span when it ends, on the thread that ends it: there is no
 * queue that could lose spans before they are counted. Never throws, and waits no longer than the
 * sink's policy says. Any thread.
 */
public final class SluiceSpanProcessor implements SpanProcessor {
  private final SpanRecorder recorder;

  SluiceSpanProcessor(Telemetry telemetry) {
    recorder = new SpanRecorder(telemetry);
  }

  /** Returns a processor for a monitor, which is closed when the processor is shut down. */
  public static SluiceSpanProcessor of(Monitor monitor) {
    return new SluiceSpanProcessor(Telemetry.of(monitor));
  }

  @Override
  public void onStart(Context parentContext, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (span.getSpanContext().isSampled()) {
      // Of a span that has ended this copies nothing, other than its getAttributes().
      recorder.record(span.toSpanData());
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return recorder.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return recorder.shutdown();
  }
}
