package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.Monitor;
import dev.sluice.testkit.Snippets;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class OpenTelemetryPageTest {
  @Test
  void page_shows_what_is_compiled() throws Exception {
    Path source = Path.of("src/test/java/dev/sluice/opentelemetry/OpenTelemetryPageTest.java");
    assertThat(Snippets.shownIn(Path.of("../../docs/opentelemetry.md")))
        .isEqualTo(Map.of("processor", Snippets.inSource("processor", List.of(source))));
  }

  @Test
  void code_of_the_page_records_spans(@TempDir Path directory) {
    String uri = "file:" + directory;
    // snippet: processor
    Monitor monitor = Monitor.to(uri); // "file:records"
    SdkTracerProvider tracers =
        SdkTracerProvider.builder().addSpanProcessor(SluiceSpanProcessor.of(monitor)).build();
    // end
    tracers.get("shop").spanBuilder("order").startSpan().end();
    tracers.shutdown().join(10, TimeUnit.SECONDS);
    assertThat(monitor.report().balanced()).isTrue();
    assertThat(monitor.report().acknowledged()).isPositive();
  }
}
