package dev.sluice.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Serializer;
import dev.sluice.benchmarks.calls.plugins.DiscardRawWriterFactory;
import dev.sluice.benchmarks.calls.plugins.ThrowAwaySerializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.support.platform.SystemPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is lost must be seen, so what arrived is counted by looking at it. */
class ArrivalTest {
  private static final int EXECUTIONS = 2_500;

  @TempDir private Path directory;

  private Path discarded(ProbeKind kind, Serializer serializer) {
    Path file = directory.resolve("arrived.slu");
    ChunkingCollector collector =
        ChunkingCollector.builder(
                new DiscardRawWriterFactory()
                    .newWriter(Endpoint.parse("discard:" + file), SystemPlatform.get()),
                serializer)
            .chunkRecords(1024)
            .build();
    try (Monitor monitor = Monitor.builder().closeAtExit(false).over(collector)) {
      Operation operation =
          monitor.probes().operation("void a.B.c()", "a.B", EnumSet.of(kind), null);
      for (int i = 0; i < EXECUTIONS; i++) {
        ProbeThread thread = operation.begin();
        thread.exit(operation, thread.enter(operation), System.nanoTime());
      }
      assertThat(monitor.close(Duration.ofSeconds(10)).balanced()).isTrue();
    }
    return file;
  }

  @ParameterizedTest
  @EnumSource(
      value = ProbeKind.class,
      names = {"EXECUTION", "DURATION", "AGGREGATE", "HISTOGRAM"})
  void executions_are_counted_from_decoded_records(ProbeKind kind) throws Exception {
    assertThat(Arrival.executions(discarded(kind, new BinarySerializer()))).isEqualTo(EXECUTIONS);
  }

  @Test
  void bodies_that_were_thrown_away_count_by_their_headers() throws Exception {
    Path file = discarded(ProbeKind.EXECUTION, new ThrowAwaySerializer());

    assertThat(Arrival.executions(file)).isEqualTo(EXECUTIONS);
    assertThat(Files.size(file)).isLessThan(EXECUTIONS);
  }

  @Test
  void what_does_not_arrive_is_not_counted_and_damage_is_an_error() throws Exception {
    Path file = discarded(ProbeKind.EXECUTION, new BinarySerializer());
    byte[] bytes = Files.readAllBytes(file);
    int first = ChunkLayout.claimedLength(bytes, 0, bytes.length);

    Files.write(file, Arrays.copyOfRange(bytes, first, bytes.length));
    assertThat(Arrival.executions(file)).isPositive().isLessThan(EXECUTIONS);

    bytes[first / 2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> Arrival.executions(file)).isInstanceOf(IOException.class);
  }
}
