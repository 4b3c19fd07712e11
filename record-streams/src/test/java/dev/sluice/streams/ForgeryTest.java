package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one peer says under a producer's id hides nothing of what the producer delivers. */
class ForgeryTest {
  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(0xabc);
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Long> numbers = new ArrayList<>();

  /** Ten chunks with the records 0 to 19, then the end. */
  private final List<Chunk> real = new ArrayList<>();

  @BeforeEach
  void makeRealChunks() {
    for (int i = 0; i < 10; i++) {
      real.add(producer.events(2));
    }
    real.add(producer.end());
  }

  private static Accounting.Builder range(long first, long last, long emitted) {
    return new Accounting.Builder(0xabc)
        .name("test")
        .sequence(last)
        .replacing(last - first)
        .end(true)
        .emitted(emitted);
  }

  private static Chunk withRecords(Accounting.Builder accounting, int count) {
    String body = "event -1 x\n".repeat(count);
    return TestProducer.seal(TestDeserializer.ID, body, count, accounting.build());
  }

  private void assertNothingIsHidden(Audit audit) {
    assertThat(numbers).containsAll(LongStream.range(0, 20).boxed().toList());
    assertThat(audit.producers().get(0).conflicts()).isPositive();
    assertThat(audit.complete()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 5_000})
  void a_range_over_all_that_a_producer_will_ever_send_suppresses_nothing(int falseRecords)
      throws Exception {
    reader.poll(withRecords(range(0, Long.MAX_VALUE, falseRecords), falseRecords));
    real.forEach(reader::poll);

    assertNothingIsHidden(drain(RecordStream.builder(reader)));
  }

  @Test
  void a_range_over_what_is_to_come_suppresses_nothing() throws Exception {
    real.subList(0, 4).forEach(reader::poll);
    reader.poll(withRecords(range(4, Long.MAX_VALUE, 8), 0));
    real.subList(4, 11).forEach(reader::poll);

    assertNothingIsHidden(drain(RecordStream.builder(reader)));
  }

  @Test
  void a_range_over_what_came_is_delivered_as_well_and_a_conflict() throws Exception {
    real.forEach(reader::poll);
    Chunk range = withRecords(range(0, 10, 20), 20);
    reader.poll(range, range);
    Audit audit = drain(RecordStream.builder(reader));

    assertNothingIsHidden(audit);
    assertThat(numbers).hasSize(40);
    assertThat(audit.producers().get(0).conflicts()).isEqualTo(1);
    assertThat(audit.producers().get(0).duplicates()).as("the same range again").isEqualTo(1);
  }

  @Test
  void a_range_alone_is_what_it_replaces() throws Exception {
    reader.poll(withRecords(range(0, 10, 20), 20));
    Audit audit = drain(RecordStream.builder(reader));

    assertThat(audit.complete()).isTrue();
    assertThat(audit.producers().get(0).sequences()).isEqualTo("0-10");
  }

  @Test
  void behind_a_range_a_chunk_that_came_before_is_compared_with_its_own_bytes() throws Exception {
    Chunk other = withRecords(range(2, 2, 6).end(false), 1);
    reader.poll(real.get(2), withRecords(range(0, 5, 12), 12), real.get(2), other);
    Audit audit = drain(RecordStream.builder(reader));

    assertThat(numbers).startsWith(4L, 5L).endsWith(-1L).hasSize(15);
    assertThat(audit.producers().get(0).duplicates()).isEqualTo(1);
    assertThat(audit.producers().get(0).conflicts()).isEqualTo(2);
  }

  @Test
  void who_trusts_ranges_reads_an_archive_beside_its_originals_once() throws Exception {
    Chunk range = withRecords(range(0, 10, 20), 20);
    reader.poll(range);
    real.forEach(reader::poll);
    reader.poll(range);
    Audit audit = drain(RecordStream.builder(reader).trustRanges());

    assertThat(numbers).hasSize(20);
    assertThat(audit.producers().get(0).duplicates()).isEqualTo(12);
    assertThat(audit.complete()).isTrue();
  }

  @Test
  void a_trusted_range_of_what_came_is_a_duplicate_and_other_bytes_stay_a_conflict()
      throws Exception {
    real.forEach(reader::poll);
    reader.poll(withRecords(range(0, 10, 20), 20), producer.at(3).chunk("event 77 x\n", 1));
    Audit audit = drain(RecordStream.builder(reader).trustRanges());

    assertThat(numbers).hasSize(21).endsWith(77L);
    assertThat(audit.producers().get(0).duplicates()).isEqualTo(1);
    assertThat(audit.producers().get(0).conflicts()).isPositive();
  }

  @Test
  void drops_that_a_trusted_range_left_out_are_told_by_the_originals() throws Exception {
    reader.poll(withRecords(range(0, 10, 20), 20));
    reader.poll(producer.forged(4, false, 10, DropCounts.of(new long[] {5})));
    Audit audit = drain(RecordStream.builder(reader).trustRanges());

    assertThat(audit.producers().get(0).dropped().total()).isEqualTo(5);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void ranges_are_trusted_by_an_option_of_the_source() throws Exception {
    Path file = temporary.resolve("records.slu");
    try (var out = Files.newOutputStream(file)) {
      out.write(withRecords(range(0, 10, 20), 20).toByteArray());
      out.write(real.get(0).toByteArray());
    }
    for (String ranges : List.of("", "?ranges=compared", "?ranges=trusted")) {
      numbers.clear();
      Audit audit = drain(RecordStream.builder("file:" + file + ranges));
      assertThat(audit.complete()).as(ranges).isEqualTo(ranges.endsWith("trusted"));
      assertThat(numbers).hasSize(ranges.endsWith("trusted") ? 20 : 22);
    }
  }

  @Test
  void a_flood_that_makes_fingerprints_be_forgotten_suppresses_nothing() throws Exception {
    for (int sequence = 0; sequence < 10; sequence++) {
      reader.poll(producer.forged(sequence, sequence == 9, 0, DropCounts.NONE));
    }
    Chunk[] flood = new Chunk[Fingerprints.MAX_BLOCKS];
    TestProducer stranger = new TestProducer(5);
    for (int i = 0; i < flood.length; i++) {
      flood[i] = stranger.forged(i * (long) Fingerprints.BLOCK, false, 0, DropCounts.NONE);
    }
    reader.poll(flood);
    real.forEach(reader::poll);
    Audit audit = drain(RecordStream.builder(reader));

    assertThat(numbers).hasSize(20);
    assertThat(audit.producers().get(1).id()).endsWith("abc");
    assertThat(audit.producers().get(1).conflicts()).isPositive();
    assertThat(audit.producers().get(1).duplicates()).isZero();
    assertThat(audit.complete()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_restart_makes_no_forged_chunk_genuine(boolean saved) throws Exception {
    RecordStream before = open();
    real.subList(0, 5).forEach(reader::poll);
    for (int sequence = 5; sequence < 10; sequence++) {
      reader.poll(withRecords(range(sequence, sequence, 2 * sequence + 2), 2));
    }
    before.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));
    Positions positions = before.positions();
    real.subList(5, 11).forEach(reader::poll); // behind what was handled

    assertNothingIsHidden(
        drain(saved ? withPositions() : RecordStream.builder(reader).resume(positions)));
  }

  @Test
  void a_chunk_of_which_a_part_came_goes_on_only_with_the_same_bytes() throws Exception {
    reader.poll(withRecords(range(0, 0, 2).end(false), 2));
    RecordStream before = open();
    before.poll((cursor, chunk) -> before.stop(), Duration.ZERO);
    assertThat(before.positions().begun()).hasSize(1);
    real.forEach(reader.restart()::poll);

    assertNothingIsHidden(drain(withPositions()));
  }

  @Test
  void nor_where_the_forged_ones_are_too_many_to_be_remembered() throws Exception {
    Chunk[] forged = new Chunk[3_000];
    for (int sequence = 0; sequence < forged.length; sequence++) {
      forged[sequence] = producer.forged(sequence, sequence == 2_999, 0, DropCounts.NONE);
    }
    reader.poll(forged);
    open().drain((cursor, chunk) -> {});
    real.forEach(reader::poll);

    assertNothingIsHidden(drain(withPositions()));
  }

  @Test
  void what_was_handled_and_comes_again_after_a_restart_is_left_out() throws Exception {
    Chunk[] later = new Chunk[3_000];
    for (int i = 0; i < later.length; i++) {
      later[i] = producer.forged(11 + i, i == later.length - 1, 20, DropCounts.NONE);
    }
    Chunk[] earlier = real.subList(0, 10).toArray(Chunk[]::new);
    reader.poll(later).poll(earlier);
    Audit first = drain(withPositions());
    reader.restart().poll(later).poll(earlier); // as a file that is read from its beginning
    reader.poll(producer.forged(10, false, 20, DropCounts.NONE));
    Audit second = drain(withPositions());

    assertThat(numbers).hasSize(20);
    assertThat(first.complete()).isFalse();
    assertThat(second.complete()).isTrue();
    assertThat(second.producers().get(0).duplicates()).isZero();
  }

  private RecordStreamBuilder withPositions() {
    return RecordStream.builder(reader)
        .positions(FilePositionStore.create(temporary.resolve("positions")));
  }

  private RecordStream open() throws IOException {
    return withPositions().open();
  }

  private Audit drain(RecordStreamBuilder builder) throws IOException {
    RecordStream stream = builder.open();
    stream.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));
    return stream.audit();
  }
}
