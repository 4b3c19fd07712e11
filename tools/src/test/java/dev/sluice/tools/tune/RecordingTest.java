package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.ThreadsStatusWriter;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingTest {
  private static final RecordType NOTE =
      new RecordType(
          "test.note",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("text", FieldType.STRING, Field.Role.SYMBOL)));

  private static final RecordType TIMELESS =
      new RecordType("test.timeless", 1, List.of(Field.of("value", FieldType.INT)));

  @TempDir Path directory;

  private Recording read(Path file, double rate) throws IOException {
    return Recording.of(SourceSpec.of(file.toString()), rate, Notices.NONE);
  }

  private void assertRefused(Path file, String... parts) {
    assertThatThrownBy(() -> read(file, 0))
        .isInstanceOf(ToolException.class)
        .hasMessageContainingAll(parts);
  }

  private Path write(byte[]... chunks) throws IOException {
    Path file = Files.createFile(directory.resolve("records.slu"));
    for (byte[] chunk : chunks) {
      Files.write(file, chunk, StandardOpenOption.APPEND);
    }
    return file;
  }

  /** All of a producer in one chunk, as no program of ours would write it. */
  private static byte[] only(long producer, String name, TestBatch rows) {
    SerializerPair binary = SerializerPair.named("binary");
    Accounting accounting =
        new Accounting.Builder(producer)
            .name(name)
            .end(true)
            .emitted(rows.size())
            .times(0, 1)
            .build();
    try {
      Chunk like = binary.chunk(binary.encoder(), rows.build());
      ChunkHeader header = ChunkHeader.of(like.header().serializerId(), 0, rows.size(), accounting);
      return binary.chunk(SerializerPair.body(like), header).toByteArray();
    } catch (RecordEncodeException e) {
      throw new AssertionError(e);
    }
  }

  private static String name(ProducerRows rows) {
    return rows.identity().get("producer");
  }

  /** Records one nanosecond after the other from the epoch on. */
  private static TestBatch notes(int count, String text) {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < count; i++) {
      batch.add(NOTE, (long) i, text);
    }
    return batch;
  }

  @Test
  void producers_are_kept_apart_and_their_times_compared() throws IOException {
    Path file = write(only(1, "shop", notes(100, "a")), only(2, "stock", notes(10, "b")));

    Recording recording = read(file, 0);

    assertThat(recording.records()).isEqualTo(110);
    assertThat(recording.producers()).extracting(RecordingTest::name).contains("shop", "stock");
    ProducerRows shop = recording.producers().get(0);
    assertThat(shop.identity()).isEqualTo(Map.of("producer", "shop"));
    assertThat(shop.arrival(99)).isEqualTo(99);
    assertThat(recording.remarks()).isEmpty();
  }

  @Test
  void rate_takes_the_place_of_the_recorded_pace() throws IOException {
    Path file = write(only(1, "shop", notes(300, "a")), only(2, "stock", notes(100, "b")));

    Recording recording = read(file, 4_000);

    // Each producer has its share of the rate.
    assertThat(recording.producers().get(0).arrival(3)).isEqualTo(1_000_000);
    assertThat(recording.producers().get(1).arrival(1)).isEqualTo(1_000_000);
  }

  @Test
  void the_start_of_a_program_is_left_out_and_told() throws IOException {
    Path file =
        write(
            only(1, "early", times(2000, 0, 1_000)),
            only(2, "shop", times(900, 2_000_000, 5_000)),
            only(3, "flood", times(4000, 100_000, 10)));

    Recording recording = read(file, 0);

    assertThat(recording.isSteady()).isTrue();
    assertThat(recording.remarks())
        .singleElement()
        .asString()
        .startsWith("tuned for the steady part, 2.0")
        .endsWith("records per second there, 2,996,567 before, 0 afterwards");
    assertThat(recording.producers()).extracting(RecordingTest::name).containsExactly("shop");
    assertThat(recording.producers().get(0).arrival(0)).isBetween(0L, 30_000L);
    assertThat(recording.records()).isBetween(880L, 900L);
  }

  private static TestBatch times(int count, long first, long distance) {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < count; i++) {
      batch.add(NOTE, first + i * distance, "text");
    }
    return batch;
  }

  @Test
  void records_without_a_time_need_a_rate() throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    TestBatch rows = new TestBatch().add(TIMELESS, 1L).add(TIMELESS, 2L);
    Path file = write(binary.chunk(binary.encoder(), rows.build()).toByteArray());

    assertRefused(file, file.toString(), "have no record time");
    assertThat(read(file, 10).producers().get(0).arrival(1)).isEqualTo(100_000_000);
  }

  @Test
  void damaged_regions_are_left_out_and_told() throws IOException {
    byte[] broken = only(2, "stock", notes(10, "b"));
    broken[broken.length / 2] ^= 1;
    Path file = write(only(1, "shop", notes(100, "a")), broken);

    Recording recording = read(file, 0);

    assertThat(recording.records()).isEqualTo(100);
    assertThat(recording.remarks()).singleElement().asString().contains("1 damaged region", "CRC");
  }

  @Test
  void sources_with_nothing_to_learn_from_are_refused() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty.slu"));
    assertRefused(empty, empty.toString(), "is empty");
    Path none = write(only(1, "shop", new TestBatch()));
    assertRefused(none, none.toString(), "contains no record");
  }

  @Test
  void less_than_a_chunk_is_predicted_as_well() throws IOException {
    Recording recording = read(write(only(1, "shop", notes(3, "a"))), 0);

    Prediction prediction = Answers.predict(recording, Setting.defaults());

    assertThat(prediction.records()).isEqualTo(3);
    assertThat(prediction.chunks()).isEqualTo(2); // the second tells the end
  }

  @Test
  void long_sources_are_sampled_in_windows_of_bounded_memory() throws IOException {
    Path file = directory.resolve("records.slu");
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse("file:" + file + "?producer=test&chunk.records=10&policy=block"));
    ThreadsStatusWriter writer = ThreadsStatusWriter.create(collector.rows());
    Symbol symbol = collector.rows().symbol("host");
    for (int i = 0; i < 20_000; i++) {
      writer.emit(System.nanoTime(), symbol, symbol, 1, 2, 3, 4);
    }
    collector.close(Duration.ofSeconds(10));

    // With a rate of its own: which part of a real recording is steady depends on the machine.
    Recording recording =
        new RecordingReader(SourceSpec.of(file.toString()), 100_000, Notices.NONE, 1_000, 100)
            .read();

    assertThat(recording.records()).isBetween(400L, 1_100L);
    assertThat(recording.remarks()).singleElement().asString().contains("sample", "20,000");
    ProducerRows rows = recording.producers().get(0);
    assertThat(rows.runs()).hasSizeGreaterThan(3);
    long[] arrivals = new long[rows.records()];
    Arrays.setAll(arrivals, rows::arrival);
    assertThat(arrivals).isSorted();
  }

  /** Records of a producer: slow ones for a time, then many a second, in chunks of ten. */
  private void produce(Path to, String name, int records, double slowSeconds, double rate) {
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse("file:" + to + "?producer=" + name + "&chunk.records=10&policy=block"));
    ThreadsStatusWriter writer = ThreadsStatusWriter.create(collector.rows());
    Symbol symbol = collector.rows().symbol("host");
    long start = System.nanoTime();
    double at = 0;
    for (int i = 0; i < records; i++) {
      writer.emit(start + (long) (at * 1e9), symbol, symbol, 1, 2, 3, 4);
      at += 1 / (at < slowSeconds ? rate / 5 : rate);
    }
    collector.close(Duration.ofSeconds(10));
  }

  @Test
  void whatever_a_run_takes_of_a_sample_has_records_at_their_rate() throws IOException {
    Random random = new Random(3);
    for (int run = 0; run < 12; run++) {
      Path file = directory.resolve("sampled" + run);
      double rate = 500 + random.nextInt(2_000);
      int large = 1 + random.nextInt(3);
      double seconds = 12_000 / rate;
      for (int i = 0; i < large; i++) {
        produce(file, "large" + i, 12_000, random.nextInt(3) * seconds / 10, rate);
      }
      if (random.nextBoolean()) {
        produce(file, "small", 40, 0, 40 / seconds);
      }

      Recording recording =
          new RecordingReader(SourceSpec.of(file.toString()), 0, Notices.NONE, 2_000, 100).read();

      assertThat(recording.remarks()).as("run %s", run).anyMatch(one -> one.contains("sample"));
      for (double part : new double[] {0.1, 0.3, 1}) {
        TimeSpan span = TimeSpan.first(part * recording.seconds(), recording);
        assertThat(span.rate(recording))
            .as("run %s, %s of %s s", run, part, recording.seconds())
            .isCloseTo(large * rate, Percentage.withPercentage(25));
      }
    }
  }

  @Test
  void records_of_a_program_that_is_idle_first_are_run_from_the_first_of_them() throws IOException {
    Path file = directory.resolve("bursts.slu");
    TestBatch bursts = new TestBatch();
    for (int burst = 0; burst < 30; burst++) {
      for (int i = 0; i < 50; i++) {
        bursts.add(NOTE, burst * 7_000_000_000L + i * 1_000_000L, "text");
      }
    }
    Files.write(file, only(1, "nightly", bursts));

    Recording recording = read(file, 0);

    TimeSpan span = TimeSpan.first(0.5, recording);
    assertThat(span.rate(recording) * span.seconds()).isEqualTo(50);
  }
}
