package dev.sluice.brave;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Tracing;
import dev.sluice.monitoring.Monitor;
import dev.sluice.testkit.Snippets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class ZipkinPageTest {
  @Test
  void page_shows_what_is_compiled() throws Exception {
    Path source = Path.of("src/test/java/dev/sluice/brave/ZipkinPageTest.java");
    assertThat(Snippets.shownIn(Path.of("../../docs/zipkin.md")))
        .isEqualTo(Map.of("handler", Snippets.inSource("handler", List.of(source))));
  }

  @Test
  void code_of_the_page_records_spans(@TempDir Path directory) {
    String uri = "file:" + directory;
    // snippet: handler
    Monitor monitor = Monitor.to(uri); // "kafka://broker:9092/records"
    SluiceSpanHandler handler = new SluiceSpanHandler(monitor);
    Tracing tracing = Tracing.newBuilder().localServiceName("shop").addSpanHandler(handler).build();
    // end
    tracing.tracer().newTrace().name("order").start().finish();
    tracing.close();
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).acknowledged()).isPositive();
  }
}
