package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.EventStream;

/** What the Flight Recorder recorded. */
record JfrRecording(Path file) implements Receiver {
  @Override
  public String address() {
    return file.toString();
  }

  /** One for each trace event; an aggregate has all since the start of the recording. */
  @Override
  public long executions() throws IOException {
    AtomicLong traced = new AtomicLong();
    AtomicLong timed = new AtomicLong();
    try (EventStream events = EventStream.openFile(file)) {
      events.setOrdered(false);
      events.onEvent("jdk.MethodTrace", event -> traced.incrementAndGet());
      events.onEvent(
          "jdk.MethodTiming",
          event -> timed.accumulateAndGet(event.getLong("invocations"), Math::max));
      events.start();
    }
    return traced.get() + timed.get();
  }
}
