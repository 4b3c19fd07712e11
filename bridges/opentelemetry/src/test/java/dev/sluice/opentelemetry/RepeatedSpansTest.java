package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans that a request repeats are found, whatever is instrumented around them. */
class RepeatedSpansTest {
  private static final long MILLISECOND = 1_000_000;
  private static final long BEGIN = 1_700_000_000_000L * MILLISECOND;
  private static final int REQUESTS = 25;
  private static final int QUERIES = 20;

  @TempDir private Path directory;

  private SdkTracerProvider provider;
  private Tracer tracer;

  @BeforeEach
  void open() {
    Monitor monitor =
        Monitor.builder()
            .configuration(ConfigurationSources.none())
            .logged(false)
            .open("file:" + directory);
    provider =
        SdkTracerProvider.builder().addSpanProcessor(SluiceSpanProcessor.of(monitor)).build();
    tracer = provider.get("test");
  }

  /** A span from one time to another, with those below it. */
  private void span(List<String> names, Span parent, long begin, long end) {
    String[] parts = names.get(0).split(":");
    Span span =
        tracer
            .spanBuilder(parts[1])
            .setSpanKind(SpanKind.valueOf(parts[0]))
            .setParent(Context.root().with(parent))
            .setStartTimestamp(begin, TimeUnit.NANOSECONDS)
            .startSpan();
    if (names.size() > 1) {
      span(names.subList(1, names.size()), span, begin + MILLISECOND / 10, end - MILLISECOND / 10);
    }
    span.end(end, TimeUnit.NANOSECONDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CLIENT:SELECT books",
        "INTERNAL:BookRepository.findById,CLIENT:SELECT books",
        "INTERNAL:BookRepository.findById,INTERNAL:Session.find,CLIENT:SELECT books"
      })
  void spans_that_each_request_repeats_are_a_finding(String below) {
    for (int i = 0; i < REQUESTS; i++) {
      long begin = BEGIN + i * 100 * MILLISECOND;
      Span request =
          tracer
              .spanBuilder("GET /shelf")
              .setSpanKind(SpanKind.SERVER)
              .setNoParent()
              .setStartTimestamp(begin, TimeUnit.NANOSECONDS)
              .startSpan();
      for (int j = 0; j < QUERIES; j++) {
        long from = begin + (1 + 2 * j) * MILLISECOND;
        span(List.of(below.split(",")), request, from, from + 2 * MILLISECOND);
      }
      request.end(begin + 50 * MILLISECOND, TimeUnit.NANOSECONDS);
    }
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();

    String found = String.join(" ", Recording.sluice("findings", directory.toString()));
    assertThat(found.replaceAll("\\s+", " "))
        .contains("GET /shelf calls SELECT books about 20 times in a row")
        .contains("in 25 of its 25 calls", "n+1, likely");
  }
}
