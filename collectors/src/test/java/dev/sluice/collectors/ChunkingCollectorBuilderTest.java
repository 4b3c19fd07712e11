package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChunkingCollectorBuilderTest extends CollectorTest {
  @Test
  void all_mistakes_are_reported_at_once_with_name_and_value_and_the_writer_is_closed() {
    assertThatThrownBy(
            () ->
                builder()
                    .chunkRecords(0)
                    .chunkBytes(12)
                    .maxDelay(Duration.ZERO)
                    .maxOwnedStripes(-1)
                    .blockDeadline(Duration.ofSeconds(-1))
                    .producerName("x".repeat(65))
                    .build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("chunkRecords must be 1 to 65536, was 0")
        .hasMessageContaining("chunkBytes must be 1024 to")
        .hasMessageContaining(", was 12")
        .hasMessageContaining("maxDelay must be >= PT0.001S, was PT0S")
        .hasMessageContaining("blockDeadline must be >= PT0S, was PT-1S")
        .hasMessageContaining("maxOwnedStripes must be >= 0, was -1")
        .hasMessageContaining("producerName must have 1 to 64 bytes");
    assertThat(writer.closes).isEqualTo(1);
  }

  @Test
  void chunk_that_the_memory_has_no_room_for_is_refused() {
    assertThatThrownBy(() -> builder().memoryBytes(1 << 20).chunkBytes(900 << 10).build())
        .hasMessageContaining("with memoryBytes 1048576")
        .hasMessageContaining("was 921600");
    assertThatThrownBy(() -> builder().memoryBytes(1000).build())
        .hasMessageContaining("memoryBytes must be >= 1048576, was 1000");
  }

  @Test
  void writer_that_takes_next_to_nothing_is_refused() {
    writer.maxChunkBytes = 100;
    assertThatThrownBy(() -> builder().build())
        .hasMessageContaining("maxChunkBytes must be >= 1024, was 100");
  }

  @Test
  void collector_of_a_uri_reads_its_options() {
    collector =
        ChunkingCollector.open(
            Endpoint.parse(
                "fake:sink?serializer=raw&producer=shop&delay=1h&chunk.records=3&chunk.bytes=64KiB&memory=2MiB"
                    + "&policy=evict-oldest&block.deadline=5ms&fake.option=1&raw.option=2"));
    rows = new TestRows(collector.rows());
    emit(7);
    collector.close(Duration.ofSeconds(5));
    assertThat(FakeRawWriterFactory.last.chunks)
        .extracting(c -> c.header().recordCount())
        .startsWith(3, 3, 1);
    assertThat(collector.report().producerName()).isEqualTo("shop");
    writer.chunks.addAll(FakeRawWriterFactory.last.chunks);
  }

  @Test
  void misspelt_options_and_wrong_values_are_all_named() {
    assertThatThrownBy(
            () ->
                ChunkingCollector.open(
                    Endpoint.parse(
                        "fake:sink?serializer=raw&chunk.record=3&policy=drop&memory=1KiB&delay=5")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("unknown option 'chunk.record'; did you mean 'chunk.records'?")
        .hasMessageContaining(
            "option 'policy' must be one of drop-newest, block, evict-oldest, was 'drop'")
        .hasMessageContaining("option 'memory'")
        .hasMessageContaining("option 'delay'");
  }

  @Test
  void unknown_scheme_and_serializer_name_what_there_is() {
    assertThatThrownBy(() -> ChunkingCollector.open(Endpoint.parse("fak:sink?serializer=raw")))
        .hasMessageContaining("unknown scheme 'fak'")
        .hasMessageContaining("did you mean 'fake'?");
    assertThatThrownBy(() -> ChunkingCollector.open(Endpoint.parse("fake:sink?serializer=ram")))
        .hasMessageContaining("unknown serializer 'ram'")
        .hasMessageContaining("did you mean 'raw'?");
  }
}
