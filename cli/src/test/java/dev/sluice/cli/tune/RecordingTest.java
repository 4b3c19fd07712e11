package dev.sluice.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.CliException;
import dev.sluice.cli.Recorded;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingTest {
  private static final RecordType TIMELESS =
      new RecordType("test.timeless", 1, List.of(Field.of("value", FieldType.INT)));

  @TempDir Path directory;
  private final Sources sources = new Sources();

  private Recording read(Path file, double rate) throws IOException {
    return Recording.of(sources.file(file), rate, sources.progress());
  }

  private void assertRefused(Path file, String... parts) {
    assertThatThrownBy(() -> read(file, 0))
        .isInstanceOf(CliException.class)
        .hasMessageContainingAll(parts);
  }

  private Path write(byte[]... chunks) throws IOException {
    return Chunks.file(directory.resolve("records.slu"), chunks);
  }

  @Test
  void producers_are_kept_apart_and_their_times_compared() throws IOException {
    Path file =
        write(
            Chunks.only(1, "shop", Chunks.notes(100, "a")),
            Chunks.only(2, "stock", Chunks.notes(10, "b")));

    Recording recording = read(file, 0);

    assertThat(recording.records()).isEqualTo(110);
    assertThat(recording.producers()).extracting(ProducerRows::name).contains("shop", "stock");
    ProducerRows shop = recording.producers().get(0);
    assertThat(shop.identity()).isEqualTo(Map.of("producer", "shop"));
    assertThat(shop.arrival(99)).isEqualTo(99);
    assertThat(recording.remarks()).isEmpty();
  }

  @Test
  void rate_takes_the_place_of_the_recorded_pace() throws IOException {
    Path file =
        write(
            Chunks.only(1, "shop", Chunks.notes(300, "a")),
            Chunks.only(2, "stock", Chunks.notes(100, "b")));

    Recording recording = read(file, 4_000);

    // Each producer has its share of the rate.
    assertThat(recording.producers().get(0).arrival(3)).isEqualTo(1_000_000);
    assertThat(recording.producers().get(1).arrival(1)).isEqualTo(1_000_000);
  }

  @Test
  void the_start_of_a_program_is_left_out_and_told() throws IOException {
    Path file =
        write(
            Chunks.only(1, "early", times(2000, 0, 1_000)),
            Chunks.only(2, "shop", times(900, 2_000_000, 5_000)),
            Chunks.only(3, "flood", times(4000, 100_000, 10)));

    Recording recording = read(file, 0);

    assertThat(recording.isSteady()).isTrue();
    assertThat(recording.remarks())
        .singleElement()
        .asString()
        .startsWith("the steady part is tuned for, 2.0")
        .endsWith("records come in a second, before 2,996,567, afterwards 0");
    assertThat(recording.producers()).extracting(ProducerRows::name).containsExactly("shop");
    assertThat(recording.producers().get(0).arrival(0)).isBetween(0L, 30_000L);
    assertThat(recording.records()).isBetween(880L, 900L);
  }

  private static TestBatch times(int count, long first, long distance) {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < count; i++) {
      batch.add(Chunks.NOTE, first + i * distance, "text");
    }
    return batch;
  }

  @Test
  void records_without_a_time_need_a_rate() throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    TestBatch rows = new TestBatch().add(TIMELESS, 1L).add(TIMELESS, 2L);
    Path file = write(binary.chunk(binary.encoder(), rows.build()).toByteArray());

    assertRefused(file, file.toString(), "no time", "--rate 10000");
    assertThat(read(file, 10).producers().get(0).arrival(1)).isEqualTo(100_000_000);
  }

  @Test
  void damaged_regions_are_left_out_and_told() throws IOException {
    byte[] broken = Chunks.only(2, "stock", Chunks.notes(10, "b"));
    broken[broken.length / 2] ^= 1;
    Path file = write(Chunks.only(1, "shop", Chunks.notes(100, "a")), broken);

    Recording recording = read(file, 0);

    assertThat(recording.records()).isEqualTo(100);
    assertThat(recording.remarks()).singleElement().asString().contains("1 damaged region", "CRC");
  }

  @Test
  void sources_with_nothing_to_learn_from_are_refused() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty.slu"));
    assertRefused(empty, empty.toString(), "is empty");
    Path none = write(Chunks.only(1, "shop", new TestBatch()));
    assertRefused(none, none.toString(), "holds no record");
  }

  @Test
  void less_than_a_chunk_is_predicted_as_well() throws IOException {
    Recording recording = read(write(Chunks.only(1, "shop", Chunks.notes(3, "a"))), 0);

    Prediction prediction =
        Predictor.predict(recording, List.of(Setting.defaults()), sources.progress()).get(0);

    assertThat(prediction.records()).isEqualTo(3);
    assertThat(prediction.chunks()).isEqualTo(2); // the second tells the end
  }

  @Test
  void long_sources_are_sampled_in_windows_of_bounded_memory() throws IOException {
    Path file = Recorded.file(directory, 20_000); // in chunks of ten

    // With a rate of its own: which part of a real recording is steady depends on the machine.
    Recording recording =
        new RecordingReader(sources.file(file), 100_000, sources.progress(), 1_000, 100).read();

    assertThat(recording.records()).isBetween(400L, 1_100L);
    assertThat(recording.remarks()).singleElement().asString().contains("sample", "20,001");
    ProducerRows rows = recording.producers().get(0);
    assertThat(rows.windows()).hasSizeGreaterThan(3);
    long[] arrivals = new long[rows.records()];
    Arrays.setAll(arrivals, rows::arrival);
    assertThat(arrivals).isSorted();
  }
}
