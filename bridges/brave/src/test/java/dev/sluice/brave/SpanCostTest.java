package dev.sluice.brave;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Span;
import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.RecordStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zipkin2.reporter.BytesMessageSender;
import zipkin2.reporter.Encoding;
import zipkin2.reporter.InMemoryReporterMetrics;
import zipkin2.reporter.brave.AsyncZipkinSpanHandler;

/**
 * What the end of a span costs its thread, and what is lost, beside zipkin-reporter at its defaults
 * with a sender that takes everything. {@code -Dsluice.brave.spans=1000000} prints it.
 */
@Tag("one-jdk")
class SpanCostTest {
  private static final Integer ASKED = Integer.getInteger("sluice.brave.spans");
  private static final int SPANS = ASKED == null ? 20_000 : ASKED;
  private static final int PER_SECOND = 40_000;

  @TempDir private Path directory;

  /** Takes everything. */
  private static final class Sender extends BytesMessageSender.Base {
    private Sender() {
      super(Encoding.JSON);
    }

    @Override
    public int messageMaxBytes() {
      return 500_000;
    }

    @Override
    public void send(List<byte[]> spans) {}

    @Override
    public void close() {}
  }

  @Test
  void no_span_is_lost_at_full_speed() throws Exception {
    String file = "file:" + directory.resolve("spans.slu");
    double[] ours;
    try (Monitor monitor = Monitor.to(file + "?metadata=false&policy=block&block.deadline=60s")) {
      ours = nanos(new SluiceSpanHandler(monitor));
    }
    AtomicLong read = new AtomicLong();
    try (RecordStream stream = RecordStream.builder(file).open()) {
      stream.drainColumns((batch, chunk) -> read.addAndGet(batch.rows()));
    }
    InMemoryReporterMetrics metrics = new InMemoryReporterMetrics();
    double[] theirs;
    try (AsyncZipkinSpanHandler handler =
        AsyncZipkinSpanHandler.newBuilder(new Sender()).metrics(metrics).build()) {
      theirs = nanos(handler);
    }
    if (ASKED != null) {
      System.out.printf(
          "ns a span at %,d/s and at full speed, lost of %,d: ours %.0f %.0f %,d, zipkin-reporter"
              + " %.0f %.0f %,d%n",
          PER_SECOND,
          4 * SPANS,
          ours[0],
          ours[1],
          4L * SPANS - read.get(),
          theirs[0],
          theirs[1],
          metrics.spansDropped());
    }
    assertThat(read.get()).isEqualTo(4L * SPANS);
  }

  /** Time of a call at a rate, and at full speed, each after as many to warm up. */
  private static double[] nanos(SpanHandler handler) {
    nanos(handler, 0);
    double paced = nanos(handler, PER_SECOND);
    nanos(handler, 0);
    return new double[] {paced, nanos(handler, 0)};
  }

  private static double nanos(SpanHandler handler, int rate) {
    try (Tracing tracing = Tracing.newBuilder().build()) {
      TraceContext context = tracing.tracer().newTrace().context();
      long spent = 0;
      long begin = System.nanoTime();
      for (int i = 0; i < SPANS; i++) {
        MutableSpan span = span(context);
        while (rate > 0 && System.nanoTime() - begin < i * 1_000_000_000L / rate) {
          Thread.onSpinWait();
        }
        long before = System.nanoTime();
        handler.end(context, span, SpanHandler.Cause.FINISHED);
        spent += System.nanoTime() - before;
      }
      return (double) spent / SPANS;
    }
  }

  private static MutableSpan span(TraceContext context) {
    MutableSpan span = new MutableSpan(context, null);
    span.name("get /orders/{id}");
    span.kind(Span.Kind.SERVER);
    span.localServiceName("shop");
    span.startTimestamp(1_700_000_000_000_000L);
    span.finishTimestamp(1_700_000_000_000_900L);
    span.tag("http.method", "GET");
    span.tag("http.path", "/orders/17");
    span.tag("http.status_code", "200");
    return span;
  }
}
