package dev.sluice.brave;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import dev.sluice.monitoring.Monitor;
import dev.sluice.testkit.Snippets;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zipkin2.reporter.brave.AsyncZipkinSpanHandler;

/** Holds {@code docs/coming-from-zipkin.md} to Brave and its reporter. */
class ComingFromZipkinPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "coming-from-zipkin.md");
  private static final Path SOURCE =
      Path.of("src/test/java/dev/sluice/brave/ComingFromZipkinPageTest.java");

  @Test
  void the_page_shows_code_that_records_beside_zipkin(@TempDir Path directory) throws IOException {
    String sink = "file:" + directory.resolve("records");
    List<String> reported = new ArrayList<>();
    SpanHandler zipkin =
        new SpanHandler() {
          @Override
          public boolean end(TraceContext context, MutableSpan span, Cause cause) {
            return reported.add(span.name());
          }
        };

    // snippet: both
    Monitor monitor = Monitor.to(sink); // "kafka://broker:9092/records"
    Tracing tracing =
        Tracing.newBuilder()
            .localServiceName("shop")
            .addSpanHandler(zipkin) // AsyncZipkinSpanHandler, as before
            .addSpanHandler(new SluiceSpanHandler(monitor))
            .build();
    // end
    tracing.tracer().newTrace().name("order").start().finish();
    tracing.close();

    var report = monitor.close(Duration.ofSeconds(5));
    assertThat(report.balanced()).isTrue();
    assertThat(report.acknowledged()).as("metadata and span").isEqualTo(2);
    assertThat(reported).containsExactly("order");
    assertThat(Snippets.shownIn(PAGE))
        .containsOnlyKeys("both")
        .containsEntry("both", Snippets.inSource("both", List.of(SOURCE)));
  }

  @Test
  void options_are_those_of_the_reporter() throws IOException {
    List<String> known =
        Stream.of(AsyncZipkinSpanHandler.Builder.class.getMethods()).map(Method::getName).toList();
    assertThat(known)
        .contains("queuedMaxSpans", "queuedMaxBytes", "messageMaxBytes", "messageTimeout")
        .contains("closeTimeout", "metrics");
    assertThat(Files.readString(PAGE))
        .contains("`queuedMaxSpans`, `queuedMaxBytes`", "`messageMaxBytes`", "`closeTimeout`");
  }
}
