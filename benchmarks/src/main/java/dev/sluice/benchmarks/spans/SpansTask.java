package dev.sluice.benchmarks.spans;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.monitoring.Monitor;
import dev.sluice.opentelemetry.SluiceSpanProcessor;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessorBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Makes spans on one thread. */
final class SpansTask implements OwnJvm.Task {
  /** Spans before, which are not counted: so many times as many. */
  static final int WARM_UPS = 4;

  static final int WARM_UP = 1_000_000;

  private static final Metric THREAD = new Metric("application's thread", "ns a span", 0);
  private static final Metric PROCESS = new Metric("processor time", "ns a span", 0);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CHILDREN = 4;
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
  private static final String[] PATHS =
      IntStream.range(0, 1000).mapToObj(i -> "/orders/" + i).toArray(String[]::new);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private Monitor monitor;
  private SdkTracerProvider provider;
  private Tracer tracer;

  static Cell cell(String processor, int rate) {
    return Cell.of("rate", rate == 0 ? "full speed" : rate + "/s", "processor", processor);
  }

  /** How many times the spans are made. */
  static int rounds(int rate) {
    return rate == 0 ? 5 : 1;
  }

  /** Arguments: the processor, spans a second or 0, how many, where they go. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) {
    int rate = Integer.parseInt(arguments.get(1));
    int spans = Integer.parseInt(arguments.get(2));
    open(arguments.get(0), arguments.get(3));
    for (int i = 0; i < WARM_UPS; i++) {
      make("warm up", WARM_UP, 0);
      flush(arguments.get(0).equals("away") ? Duration.ofSeconds(1) : PATIENCE);
    }
    double[] onThread = new double[rounds(rate)];
    double[] inProcess = new double[onThread.length];
    for (int i = 0; i < onThread.length; i++) {
      System.gc();
      long thread = threads.getCurrentThreadCpuTime();
      long all = process.getProcessCpuTime();
      make("Shop.monitoredMethod", spans, rate);
      onThread[i] = (threads.getCurrentThreadCpuTime() - thread) / (double) spans;
      flush(PATIENCE);
      inProcess[i] = (process.getProcessCpuTime() - all) / (double) spans;
    }
    Cell cell = cell(arguments.get(0), rate);
    recorder.values(cell, THREAD, onThread);
    recorder.values(cell, PROCESS, inProcess);
    provider.shutdown().join(1, TimeUnit.MINUTES);
  }

  private void open(String processor, String address) {
    SdkTracerProviderBuilder builder = SdkTracerProvider.builder();
    if (processor.equals("batch") || processor.equals("queued")) {
      BatchSpanProcessorBuilder batch =
          BatchSpanProcessor.builder(OtlpHttpSpanExporter.builder().setEndpoint(address).build());
      if (processor.equals("queued")) {
        batch.setMaxQueueSize(1 << 21).setMaxExportBatchSize(4096);
      }
      builder.addSpanProcessor(batch.build());
    } else if (!processor.equals("none")) {
      monitor = Monitor.builder().logged(false).open(address);
      builder.addSpanProcessor(SluiceSpanProcessor.of(monitor));
    }
    provider = builder.build();
    tracer = provider.get("benchmark", "1.0");
  }

  private void flush(Duration patience) {
    if (monitor != null) {
      monitor.flush(patience);
    } else {
      provider.forceFlush().join(patience.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** In small bursts as the rate says; 0 for no pause. */
  private void make(String name, int spans, int rate) {
    long start = System.nanoTime();
    for (int made = 0; made < spans; made += 1 + CHILDREN) {
      request(name, made);
      while (rate > 0 && System.nanoTime() - start < made * 1_000_000_000L / rate) {
        LockSupport.parkNanos(5_000_000);
      }
    }
  }

  private void request(String name, int number) {
    Span request = begin(name, Context.root(), SpanKind.SERVER, number);
    Context within = Context.root().with(request);
    for (int i = 0; i < CHILDREN; i++) {
      begin(name, within, SpanKind.INTERNAL, number + i).end();
    }
    request.end();
  }

  private Span begin(String name, Context parent, SpanKind kind, int number) {
    return tracer
        .spanBuilder(name)
        .setParent(parent)
        .setSpanKind(kind)
        .setAttribute(METHOD, "GET")
        .setAttribute(ROUTE, "/orders/{id}")
        .setAttribute(PATH, PATHS[number % PATHS.length])
        .setAttribute(STATUS, 200L)
        .setAttribute(PORT, 8080L)
        .startSpan();
  }
}
