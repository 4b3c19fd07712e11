package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.AfterOperationWriter;
import dev.sluice.monitoring.records.BeforeOperationWriter;
import dev.sluice.monitoring.records.OperationExecution;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Warns("will try again")
class ProcessesPageTest {
  private static final Path PAGE = Path.of("../docs/processes.md");
  private static final List<Path> SOURCES =
      List.of(Path.of("src/test/java/dev/sluice/docs/ProcessesSnippets.java"));
  private static final int TRACES = 2_000;
  private static final String UNTIL_END = "?until=end&grace=1s";
  private static final Duration TIME = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void page_shows_what_is_compiled() throws IOException {
    Map<String, String> shown = Snippets.shownIn(PAGE);
    assertThat(shown).containsOnlyKeys("executions", "output");
    for (Map.Entry<String, String> snippet : shown.entrySet()) {
      assertThat(snippet.getValue()).isEqualTo(Snippets.inSource(snippet.getKey(), SOURCES));
    }
  }

  /** Traces of an outer and an inner call, as events. */
  private static void emitEvents(String sink) {
    ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(sink));
    BeforeOperationWriter before = BeforeOperationWriter.create(collector.rows());
    AfterOperationWriter after = AfterOperationWriter.create(collector.rows());
    Symbol outer = collector.rows().symbol("void shop.Shop.buy()");
    Symbol inner = collector.rows().symbol("void shop.Store.take()");
    long now = System.nanoTime();
    for (int trace = 0; trace < TRACES; trace++) {
      before.emit(now, trace, 0, outer, null);
      before.emit(now + 10, trace, 1, inner, null);
      after.emit(now + 30, trace, 2, inner, null);
      after.emit(now + 100, trace, 3, outer, null);
    }
    assertThat(collector.close(TIME).acknowledged()).isEqualTo(4 * TRACES);
  }

  @Test
  void records_that_a_stage_makes_reach_the_next_process_over_a_connection_that_is_cut()
      throws Exception {
    int first = TcpPeers.freePort();
    int second = TcpPeers.freePort();
    List<OperationExecution> records = new ArrayList<>();
    String small = "?policy=block&block.deadline=30s&chunk.records=64&backoff.max=100ms";
    try (FreezableProxy proxy = new FreezableProxy()) {
      proxy.forwardTo(second);
      proxy.cutAfter(10_007);
      List<Object> told = new ArrayList<>();
      FutureTask<Void> stage =
          new FutureTask<>(
              () -> {
                String sink = "tcp://127.0.0.1:" + proxy.port() + small;
                ProcessesSnippets.stage("tcp://:" + first + UNTIL_END, sink, TIME, told::add);
                return null;
              });
      FutureTask<Audit> last =
          new FutureTask<>(
              () -> {
                try (RecordStream stream =
                    RecordStream.builder("tcp://:" + second + UNTIL_END).open()) {
                  stream.drain(RecordStream.typed(OperationExecutionReader.create(), records::add));
                  return stream.audit();
                }
              });
      new Thread(stage).start();
      new Thread(last).start();

      emitEvents("tcp://127.0.0.1:" + first + small);
      Awaitility.await().until(() -> proxy.connections() > 0);
      proxy.cutAfter(Long.MAX_VALUE);

      stage.get(30, TimeUnit.SECONDS);
      assertThat(told).containsExactly("{} true");
      assertThat(last.get(30, TimeUnit.SECONDS).complete()).isTrue();
      assertThat(proxy.connections()).isGreaterThan(1);
    }
    assertThat(records).hasSize(2 * TRACES);
    assertThat(records.stream().filter(r -> r.eoi() == 0))
        .hasSize(TRACES)
        .allMatch(r -> r.tout() - r.tin() == 100 && r.ess() == 0);
    assertThat(records.stream().filter(r -> r.eoi() == 1))
        .allMatch(r -> r.tout() - r.tin() == 20 && r.ess() == 1)
        .allMatch(r -> r.operationSignature().equals("void shop.Store.take()"));
  }

  @Test
  void a_stage_whose_records_are_lost_keeps_its_source_from_being_acknowledged() {
    String source = "file:" + directory.resolve("events");
    emitEvents(source + "?policy=block");
    String nobody = "tcp://127.0.0.1:" + TcpPeers.freePort();

    assertThatThrownBy(
            () ->
                ProcessesSnippets.stage(
                    source, nobody + "?policy=block", Duration.ofMillis(50), told -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the next process has 0 of ");
  }
}
