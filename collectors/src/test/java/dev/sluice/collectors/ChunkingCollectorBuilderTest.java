package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.collectors.chunking.DelayGoal;
import dev.sluice.testkit.LogLines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        .hasMessageContaining(
            "option 'chunk.records' must be a whole number from 1 to 65536, was '0' (code)")
        .hasMessageContaining(
            "option 'chunk.bytes' must be bytes from 1024 to 16777216, as 65536, 64KiB or 16MiB,"
                + " was '12' (code)")
        .hasMessageContaining(
            "option 'delay' must be a time with its unit of at least 1ms, as 200ms, 5s or 1h, was"
                + " '0s' (code)")
        .hasMessageContaining(
            "option 'block.deadline' must be a time with its unit of at least 0ms, as 200ms, 5s or"
                + " 1h, was '-1s' (code)")
        .hasMessageContaining("maxOwnedStripes must be >= 0, was -1")
        .hasMessageContaining("option 'producer': must have 1 to 64 bytes of UTF-8, has 65");
    assertThat(writer.closes).isEqualTo(1);
  }

  @Test
  void chunk_that_the_memory_has_no_room_for_is_refused() {
    assertThatThrownBy(() -> builder().memoryBytes(1 << 20).chunkBytes(900 << 10).build())
        .hasMessageContaining("option 'chunk.bytes': must be at most")
        .hasMessageContaining("with memory=1048576, was 921600");
    assertThatThrownBy(() -> builder().memoryBytes(1000).build())
        .hasMessageContaining("option 'memory' must be bytes from 1048576 to ");
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
  void spill_in_the_directory_of_the_sink_is_refused() {
    String here = Path.of("").toAbsolutePath().toString();
    for (String sink : List.of("/records", "/records/one.slu")) {
      Options options = new Options(Map.of("spill", "records/../records"));
      CollectorKeys.spill(options, "file:" + here + sink);
      assertThatThrownBy(options::finish)
          .as(sink)
          .hasMessageContaining("option 'spill': must not be the directory of the sink, file:");
    }
    for (String sink : List.of("/records/one/below", "/records2", "")) {
      Options options = new Options(Map.of("spill", "records"));
      assertThat(CollectorKeys.spill(options, "file:" + here + sink).directory())
          .isEqualTo(Path.of("records"));
      options.finish();
    }
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

  @Test
  void every_option_may_be_followed_by_another(@TempDir Path directory) {
    ChunkingCollectorBuilder builder = builder();
    assertThat(builder.spill(directory).spillBytes(1 << 24).spillAge(Duration.ofHours(1)))
        .isSameAs(builder);
    assertThat(builder.chunkAdapt(DelayGoal.parse("p90<100ms")).attribute("env", "test"))
        .isSameAs(builder);
    assertThat(builder.sign(directory.resolve("missing"))).isSameAs(builder);
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("sign");
  }

  @Test
  void collector_of_a_uri_takes_threads_of_a_factory() {
    List<Thread> made = new ArrayList<>();
    ChunkingCollector.builder(Endpoint.parse("fake:sink?serializer=raw"))
        .threadFactory(
            run -> {
              made.add(new Thread(run));
              return made.get(made.size() - 1);
            })
        .build()
        .close(Duration.ofSeconds(5));
    assertThat(made).hasSize(2);
    assertThat(ChunkingCollector.keys()).contains(ChunkingCollector.PRODUCER);
  }

  @Test
  void instants_of_others_are_told_to_count_from_the_epoch() {
    start(builder().instantsSinceEpoch());
    emit(1);
    flush();
    assertThat(writer.last().accounting().clockOffset()).isZero();
  }

  @Test
  void smallest_writer_and_no_stripe_for_anyone_are_allowed() {
    writer.maxChunkBytes = 1024;
    start(builder().maxOwnedStripes(0));
    emit(1);
    flush();
    assertThat(writer.rows()).hasSize(1);
  }

  @Test
  void mistake_in_the_attributes_is_told_and_leaves_none() {
    Options options = new Options(Map.of("attributes.env", "x".repeat(2000)));
    assertThat(CollectorKeys.attributes(options)).isSameAs(Attributes.NONE);
    assertThatThrownBy(options::finish).hasMessageContaining("options 'attributes.': ");
  }

  @Test
  void options_of_the_spill_need_a_directory() {
    Options options = new Options(Map.of("spill.bytes", "16MiB", "spill.age", "1h"));
    assertThat(CollectorKeys.spill(options, "fake:sink")).isNull();
    assertThatThrownBy(options::finish)
        .hasMessageContaining("'spill.bytes': needs spill=DIRECTORY")
        .hasMessageContaining("'spill.age': needs spill=DIRECTORY");
  }

  @Test
  void spill_gives_way_to_new_chunks_if_the_policy_says_so() {
    Options evicts = new Options(Map.of("spill", "here", "policy", "evict-oldest"));
    assertThat(CollectorKeys.spill(evicts, "fake:sink").evicts()).isTrue();
    Options drops = new Options(Map.of("spill", "here"));
    assertThat(CollectorKeys.spill(drops, "fake:sink").evicts()).isFalse();
  }

  @Test
  void chunk_may_be_as_large_as_the_memory_has_room_for() {
    int largest = MemoryBudget.maxChunkBytes(1 << 20);
    Options options = new Options(Map.of("memory", "1MiB", "chunk.bytes", "" + largest));
    CollectorKeys.ALL.forEach(options::get);
    assertThat(CollectorKeys.chunkBytes(options)).isEqualTo(largest);
    options.finish();
  }

  @Test
  void name_of_a_file_does_not_depend_on_the_working_directory() {
    String here = Path.of("here").toAbsolutePath().toString();
    assertThat(name("file:some/../here")).isEqualTo("file:" + here);
    assertThat(name("fake:some/../here")).isEqualTo("fake:some/../here");
    assertThat(name("file:no%00path")).startsWith("file:no");
  }

  private static String name(String sink) {
    return ChunkingCollectorBuilder.name(Endpoint.parse(sink));
  }

  @Test
  void writer_that_cannot_be_closed_either_does_not_hide_why_nothing_was_built() {
    IllegalStateException closing = new IllegalStateException("closing");
    writer.onClose =
        () -> {
          throw closing;
        };
    assertThatThrownBy(() -> builder().maxOwnedStripes(-1).build())
        .isInstanceOf(ConfigurationException.class)
        .hasSuppressedException(closing);
    ThreadFactory same =
        run -> {
          throw closing;
        };
    assertThatThrownBy(() -> builder().threadFactory(same).build()).isSameAs(closing);
    assertThat(closing.getSuppressed()).isEmpty();
  }

  @Test
  void each_loss_of_the_spill_is_logged(@TempDir Path directory) {
    try (LogLines log = new LogLines()) {
      writer.mode = FakeRawWriter.Mode.REFUSE;
      start(manual().spill(directory).spillAge(Duration.ofSeconds(1)).chunkRecords(100));
      for (int i = 0; i < 2; i++) {
        emit(300); // of which the sender holds a chunk
        for (int second = 0; second < 200; second++) {
          clock.advanceTo(clock.now() + 1_000_000_000);
        }
      }
      assertThat(log.all()).filteredOn(line -> line.contains("older than spill.age")).hasSize(2);
      collector.close(Duration.ZERO);
    }
  }
}
