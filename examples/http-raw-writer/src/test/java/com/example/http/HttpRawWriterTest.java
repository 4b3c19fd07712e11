package com.example.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.Warns;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about raw writers made by others shows this module. */
@Warns("will try again: http:")
class HttpRawWriterTest {
  private static final Path PAGE = Path.of("../../docs/third-party-raw-writer.md");
  private static final Path SOURCES = Path.of("src/main/java/com/example/http");

  @Test
  void page_shows_the_code_that_is_tested_here() throws Exception {
    Map<String, String> shown = Snippets.shownIn(PAGE);
    assertThat(shown).containsOnlyKeys("factory", "writer");
    assertThat(SOURCES.resolve("HttpRawWriters.java")).content().endsWith(shown.get("factory"));
    assertThat(SOURCES.resolve("HttpRawWriter.java")).content().endsWith(shown.get("writer"));
  }

  @Test
  void server_that_is_busy_at_first_gets_every_chunk(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("received.slu"));
    AtomicInteger requests = new AtomicInteger();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.createContext(
        "/chunks",
        exchange -> {
          byte[] chunk = exchange.getRequestBody().readAllBytes();
          boolean busy = requests.getAndIncrement() == 0;
          if (!busy) {
            Files.write(file, chunk, StandardOpenOption.APPEND);
          }
          exchange.sendResponseHeaders(busy ? 503 : 204, -1);
          exchange.close();
        });
    server.start();
    try {
      String host = loopback.getHostAddress() + ":" + server.getAddress().getPort();
      Monitor monitor = Monitor.to("http://" + host + "/chunks?timeout=5s&metadata=false");
      OperationDurationWriter durations = OperationDurationWriter.create(monitor.sink());
      durations.emit(System.nanoTime(), monitor.sink().symbol("void a()"), 42, false);
      CollectorReport report = monitor.close(Duration.ofSeconds(10));
      assertThat(report.acknowledged()).isEqualTo(1);
      assertThat(report.balanced()).isTrue();
    } finally {
      server.stop(0);
    }

    List<Object> read = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + file).open()) {
      stream.drain((cursor, chunk) -> read.add(cursor.text(1)));
      assertThat(stream.audit().complete()).isTrue();
    }
    assertThat(read).containsExactly("void a()");
  }
}
