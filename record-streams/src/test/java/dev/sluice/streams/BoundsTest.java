package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the audit keeps in memory, and what becomes of chunks beyond. */
class BoundsTest {
  @TempDir Path temporary;
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Long> numbers = new ArrayList<>();

  @Test
  void a_producer_over_four_partitions_read_one_after_the_other_is_complete() throws Exception {
    TestProducer producer = new TestProducer(1);
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      chunks.add(producer.events(1));
    }
    chunks.add(producer.end());
    for (int partition = 0; partition < 4; partition++) {
      for (int i = partition; i < chunks.size(); i += 4) {
        reader.pollOf("topic-" + partition, chunks.get(i));
      }
    }
    Audit audit = drain(open(1));

    assertThat(numbers).hasSize(20_000).doesNotHaveDuplicates();
    assertThat(audit.producers().get(0).duplicates()).isZero();
    assertThat(audit.producers().get(0).unknown()).isZero();
    assertThat(audit.complete()).isTrue();
  }

  @Test
  void a_chunk_whose_sequence_was_given_up_is_delivered_and_told() throws Exception {
    TestProducer producer = new TestProducer(1);
    Chunk first = producer.events(1);
    Chunk given = producer.at(5).events(1);
    reader.poll(first, given);
    for (int page = 1; page <= SequenceBitmap.MAX_PARTIAL; page++) {
      reader.poll(producer.at(page * (long) SequenceBitmap.PAGE + 7).events(1));
    }
    Chunk late = producer.at(3).events(1);
    reader.poll(late, given, first);
    Audit audit = drain(open(1));

    assertThat(numbers).hasSize(SequenceBitmap.MAX_PARTIAL + 4);
    assertThat(audit.producers().get(0).unknown()).isEqualTo(SequenceBitmap.PAGE - 1);
    assertThat(audit.producers().get(0).duplicates()).as("the first").isEqualTo(1);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void producers_beyond_the_bound_are_forgotten_and_that_is_told() throws Exception {
    List<Chunk> first = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      first.add(new TestProducer(i).events(1));
    }
    first.forEach(reader::poll);
    Audit audit = drain(open(5));

    assertThat(audit.producers()).hasSize(5);
    assertThat(audit.records()).isEqualTo(6);
    assertThat(audit.forgotten()).isEqualTo(1);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void producers_that_ended_need_no_place_among_those_that_did_not() throws Exception {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 2 * ProducerTable.SETTLED_FACTOR; i++) {
      TestProducer producer = new TestProducer(i);
      chunks.add(producer.events(1));
      chunks.add(producer.end());
    }
    chunks.forEach(reader::poll);
    chunks.forEach(reader::poll);
    Audit audit = drain(open(2));

    assertThat(numbers).hasSize(2 * ProducerTable.SETTLED_FACTOR);
    assertThat(audit.producers()).allMatch(p -> p.duplicates() == 2);
    assertThat(audit.complete()).isTrue();
  }

  @Test
  void producers_whose_chunks_came_out_of_order_need_no_place_either() throws Exception {
    for (int i = 0; i < ProducerTable.SETTLED_FACTOR; i++) {
      TestProducer producer = new TestProducer(i);
      Chunk first = producer.events(1);
      Chunk second = producer.events(1);
      reader.poll(producer.end(), second, first);
    }
    Audit audit = drain(open(1));

    assertThat(audit.producers()).hasSize(ProducerTable.SETTLED_FACTOR);
    assertThat(audit.complete()).isTrue();
  }

  @Test
  void producers_that_ended_are_bounded_too_and_a_forgotten_one_is_never_complete()
      throws Exception {
    for (int i = 0; i <= ProducerTable.SETTLED_FACTOR; i++) {
      TestProducer producer = new TestProducer(i);
      reader.poll(producer.events(1), producer.end());
    }
    Audit audit = drain(open(1));

    assertThat(audit.producers()).hasSize(ProducerTable.SETTLED_FACTOR).allMatch(p -> p.complete());
    assertThat(audit.forgotten()).isEqualTo(1);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void an_ended_producer_that_goes_on_is_not_complete_any_more() throws Exception {
    TestProducer producer = new TestProducer(1);
    reader.poll(producer.events(1), producer.end(), producer.events(1));
    Audit audit = drain(open(1));

    assertThat(audit.producers()).singleElement().matches(p -> !p.ended());
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void restored_positions_are_trimmed_to_the_bound_and_that_is_told() throws Exception {
    Path file = temporary.resolve("positions");
    Chunk[] chunks = new Chunk[10];
    for (int i = 0; i < 10; i++) {
      chunks[i] = new TestProducer(i).events(1);
    }
    ScriptedReader before = new ScriptedReader().poll(chunks);
    RecordStream.builder(before)
        .positions(FilePositionStore.create(file))
        .open()
        .drain((cursor, chunk) -> {});
    reader.pollOf("topic-1", chunks[9]);
    Audit audit =
        drain(
            RecordStream.builder(reader)
                .maxProducers(4)
                .positions(FilePositionStore.create(file))
                .open());

    assertThat(numbers).as("the newest was kept").isEmpty();
    assertThat(audit.forgotten()).isEqualTo(6);
    assertThat(audit.producers()).hasSize(4);
    assertThat(FilePositionStore.create(file).load().audit().producers()).hasSize(4);
  }

  @Test
  void restored_producers_that_ended_need_no_place_among_those_that_did_not() throws Exception {
    Path file = temporary.resolve("positions");
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < ProducerTable.SETTLED_FACTOR; i++) {
      TestProducer producer = new TestProducer(i);
      chunks.add(producer.events(1));
      chunks.add(producer.end());
    }
    for (int start = 0; start < 3; start++) {
      chunks.forEach(reader::poll); // each time behind what was handled
      Audit audit =
          drain(
              RecordStream.builder(reader)
                  .maxProducers(1)
                  .positions(FilePositionStore.create(file))
                  .open());
      int repeated = 2 * start;

      assertThat(numbers).hasSize(ProducerTable.SETTLED_FACTOR);
      assertThat(audit.producers())
          .hasSize(ProducerTable.SETTLED_FACTOR)
          .allMatch(p -> p.duplicates() == repeated && p.delivered() == 1);
      assertThat(audit.complete()).isTrue();
    }
  }

  @Test
  void what_a_forgotten_producer_took_of_the_common_room_is_free_again() throws Exception {
    for (int i = 0; i <= ProducerTable.MAX_PAGES; i++) {
      TestProducer producer = new TestProducer(i);
      reader.poll(
          producer.forged(1, false, 0, DropCounts.NONE),
          producer.forged(SequenceBitmap.PAGE + 1, false, 0, DropCounts.NONE));
    }
    ProducerAudit last = drain(open(1)).producers().get(0);

    assertThat(last.id()).isEqualTo(String.format("%016x", ProducerTable.MAX_PAGES));
    assertThat(last.unknown()).as("both pages are kept").isZero();
  }

  @Test
  void a_producer_that_a_repetition_shows_to_have_lost_records_is_one_that_is_not_complete()
      throws Exception {
    TestProducer producer = new TestProducer(1);
    Chunk range =
        producer.forged(
            new Accounting.Builder(1).sequence(1).replacing(1).end(true).emitted(0).build());
    Chunk original = producer.forged(0, false, 0, DropCounts.of(new long[] {5}));
    reader.poll(range, new TestProducer(2).events(1), original, new TestProducer(3).events(1));
    Audit audit = drain(RecordStream.builder(reader).trustRanges().maxProducers(1).open());

    assertThat(audit.producers()).extracting(ProducerAudit::id).containsExactly("0000000000000003");
    assertThat(audit.forgotten()).isEqualTo(2);
  }

  @Test
  void a_crash_before_a_saved_position_loses_none_of_what_was_given_up() throws Exception {
    Path file = temporary.resolve("positions");
    TestProducer producer = new TestProducer(1);
    Chunk[] chunks = new Chunk[SequenceBitmap.MAX_PARTIAL + 2];
    for (int page = 0; page < chunks.length; page++) {
      chunks[page] = producer.at(page * (long) SequenceBitmap.PAGE + (page == 0 ? 0 : 7)).events(1);
    }
    reader.poll(chunks);
    Audit before =
        drain(RecordStream.builder(reader).positions(FilePositionStore.create(file)).open());
    reader.poll(producer.at(SequenceBitmap.PAGE + 7).events(1), producer.at(9).events(1));
    numbers.clear();
    Audit after =
        drain(RecordStream.builder(reader).positions(FilePositionStore.create(file)).open());

    assertThat(numbers).as("given up, so delivered").hasSize(2);
    assertThat(before.producers().get(0).unknown()).isPositive();
    assertThat(after.producers().get(0).unknown()).isEqualTo(before.producers().get(0).unknown());
    assertThat(after.producers().get(0).gaps()).isEqualTo(before.producers().get(0).gaps());
  }

  @Test
  void an_option_of_the_source_sets_the_bound() throws Exception {
    Path file = temporary.resolve("records.slu");
    try (var out = Files.newOutputStream(file)) {
      for (int i = 0; i < 3; i++) {
        out.write(new TestProducer(i).forged(0, false, 0, DropCounts.NONE).toByteArray());
      }
    }
    try (RecordStream stream = RecordStream.builder("file:" + file + "?max.producers=2").open()) {
      stream.drain((cursor, chunk) -> {});
      assertThat(stream.audit().forgotten()).isEqualTo(1);
    }
    try (RecordStream stream =
        RecordStream.builder("file:" + file + "?max.producers=2").maxProducers(1).open()) {
      stream.drain((cursor, chunk) -> {});
      assertThat(stream.audit().forgotten()).as("what code says comes first").isEqualTo(2);
    }
    assertThatThrownBy(() -> RecordStream.builder("file:" + file + "?max.producers=0").open())
        .hasMessageContaining("max.producers");
    assertThatThrownBy(() -> RecordStream.builder(reader).maxProducers(0))
        .hasMessage("option 'max.producers' must be a whole number from 1 to 1000000, was '0'");
  }

  private RecordStream open(int maxProducers) throws IOException {
    return RecordStream.builder(reader).maxProducers(maxProducers).open();
  }

  private Audit drain(RecordStream stream) throws IOException {
    stream.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));
    return stream.audit();
  }
}
