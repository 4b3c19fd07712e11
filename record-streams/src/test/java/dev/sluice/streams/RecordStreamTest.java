package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Warns("is INT here but INT in the chunk")
class RecordStreamTest {
  private final TestProducer producer = new TestProducer(1);
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Long> numbers = new ArrayList<>();

  @Test
  void every_record_of_every_chunk_is_handed_over_once_in_order() throws Exception {
    reader.poll(producer.events(3), producer.events(2)).poll(producer.events(1), producer.end());
    RecordStream stream = open();

    assertThat(stream.poll(this::collect, Duration.ZERO)).isEqualTo(5);
    assertThat(stream.poll(this::collect, Duration.ZERO)).isEqualTo(1);
    assertThat(stream.exhausted()).isTrue();
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(stream.audit().records()).isEqualTo(6);
  }

  @Test
  void a_throwing_consumer_gets_the_chunk_again_and_no_other() throws Exception {
    reader.poll(producer.events(2), producer.events(2), producer.events(2), producer.end());
    RecordStream stream = open();
    IllegalStateException failure = new IllegalStateException("no");
    assertThatThrownBy(
            () ->
                stream.poll(
                    (cursor, chunk) -> {
                      if (cursor.longValue(0) == 3) {
                        throw failure;
                      }
                      collect(cursor, chunk);
                    },
                    Duration.ZERO))
        .isSameAs(failure);
    assertThat(numbers).containsExactly(0L, 1L, 2L);
    assertThat(reader.acknowledged).isZero();
    assertThat(stream.audit().records()).isEqualTo(2);

    numbers.clear();
    stream.drain(this::collect);
    assertThat(numbers).containsExactly(2L, 3L, 4L, 5L);
    assertThat(stream.audit().complete()).isTrue();
    assertThat(stream.audit().producers().get(0).duplicates()).isZero();
    assertThat(stream.audit().producers().get(0).balanced()).isTrue();
  }

  @Test
  void columns_are_counted_like_records_and_come_again_after_a_failure() throws Exception {
    reader.poll(producer.events(2), producer.events(3), producer.end());
    RecordStream stream = open();
    assertThatThrownBy(
            () ->
                stream.pollColumns(
                    (batch, chunk) -> {
                      collect(batch, chunk);
                      if (batch.rows() == 3) {
                        throw new IllegalStateException("no");
                      }
                    },
                    Duration.ZERO))
        .hasMessage("no");
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(stream.audit().records()).isEqualTo(2);

    numbers.clear();
    assertThat(stream.drainColumns(this::collect)).isEqualTo(3);
    assertThat(numbers).containsExactly(2L, 3L, 4L);
    assertThat(stream.audit().complete()).isTrue();
    assertThat(stream.audit().producers().get(0).balanced()).isTrue();
  }

  @Test
  void columns_that_do_not_fit_are_rejected_as_a_whole_and_counted() throws Exception {
    reader.poll(producer.events(2), producer.events(3), producer.end());
    RecordStream stream = open();
    RecordType type = new RecordType("t", 1, List.of(Field.of("f", FieldType.INT)));
    long records =
        stream.drainColumns(
            (batch, chunk) -> {
              if (batch.rows() == 3) {
                throw new IncompatibleTypeException(
                    type, type.fields().get(0), type.fields().get(0));
              }
              collect(batch, chunk);
            });

    assertThat(records).isEqualTo(2);
    assertThat(numbers).containsExactly(0L, 1L);
    assertThat(stream.audit().producers().get(0).rejected()).isEqualTo(3);
  }

  @Test
  void damage_that_comes_again_because_a_later_chunk_failed_is_counted_once() throws Exception {
    Chunk bad = producer.chunk("nonsense\n", 1);
    reader.poll(bad, producer.events(1));
    RecordStream stream = open();
    assertThatThrownBy(
            () ->
                stream.poll(
                    (cursor, chunk) -> {
                      throw new IllegalStateException();
                    },
                    Duration.ZERO))
        .isInstanceOf(IllegalStateException.class);
    stream.drain(this::collect);

    assertThat(stream.audit().damaged()).isEqualTo(1);
    assertThat(stream.audit().skippedBytes()).isEqualTo(bad.length());
    assertThat(numbers).containsExactly(0L);
  }

  @Test
  void an_unchecked_io_exception_of_the_consumer_comes_out_unchanged() {
    reader.poll(producer.events(1));
    var failure = new java.io.UncheckedIOException(new IOException("broken pipe"));

    assertThatThrownBy(
            () ->
                open()
                    .poll(
                        (cursor, chunk) -> {
                          throw failure;
                        },
                        Duration.ZERO))
        .isSameAs(failure);
  }

  @Test
  void a_chunk_listener_gets_each_chunk_once() throws Exception {
    Chunk first = producer.events(1);
    reader.poll(first, first, producer.events(1), producer.end());
    List<Long> kept = new ArrayList<>();
    RecordStream stream =
        RecordStream.builder(reader).chunkListener(c -> kept.add(c.accounting().sequence())).open();
    stream.drain(this::collect);

    assertThat(kept).containsExactly(0L, 1L, 2L);
  }

  @Test
  void generic_records_are_copies_with_the_values_of_the_schema() throws Exception {
    reader.poll(producer.chunk("event 5 five words, äöü\nstate true 0.25\n", 2), producer.end());
    List<GenericRecord> records = open().stream().toList();

    assertThat(records).hasSize(2);
    assertThat(records.get(0).type()).isEqualTo(TestDeserializer.EVENT);
    assertThat(records.get(0).value(0)).isEqualTo(5);
    assertThat(records.get(0).value("text")).isEqualTo("five words, äöü");
    assertThat(records.get(1).value("on")).isEqualTo(true);
    assertThat(records.get(1).value(1)).isEqualTo(0.25);
    assertThat(records.get(1)).hasToString("test.state.1 on=true, ratio=0.25");
    assertThatThrownBy(() -> records.get(0).value("absent"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("test.event.1 has no field 'absent'");
  }

  @Test
  void generic_records_tell_their_producer_and_their_chunk() throws Exception {
    TestProducer other = new TestProducer(-1);
    reader.poll(producer.events(1), other.events(1), producer.events(1));
    List<GenericRecord> records = open().stream().toList();

    assertThat(records)
        .extracting(r -> r.producer() + " " + r.producerName() + " " + r.chunkSequence())
        .containsExactly(
            "0000000000000001" + " test 0",
            "ffffffffffffffff test 0",
            "0000000000000001" + " test 1");
  }

  @Test
  void a_typed_consumer_may_ask_for_the_chunk_of_each_record() throws Exception {
    TestProducer other = new TestProducer(-1);
    reader.poll(producer.events(2), other.events(1));
    List<String> seen = new ArrayList<>();
    open()
        .drain(
            RecordStream.typedWithChunk(
                new NumberReader(TestDeserializer.EVENT),
                (number, chunk) -> seen.add(chunk.accounting().producer() + " " + number)));

    assertThat(seen)
        .containsExactly(
            "0000000000000001" + " 0", "0000000000000001" + " 1", "ffffffffffffffff 0");
  }

  @Test
  void an_iterator_ends_with_the_source() throws Exception {
    reader.poll(producer.events(2)).poll(producer.events(1));
    var records = open().iterator();

    assertThat(records).toIterable().extracting(r -> r.value(0)).containsExactly(0, 1, 2);
    assertThat(records.hasNext()).isFalse();
    assertThatThrownBy(records::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void an_iterator_holds_one_record_of_a_chunk_that_expands() throws Exception {
    reader.poll(producer.chunk("many 60000 x\n", 60_000), producer.chunk("many 60000 x\n", 60_000));
    RecordStream stream = open();
    var records = stream.iterator();
    int before = TestDeserializer.MOVES.get();

    assertThat(records.next().value(0)).isEqualTo(1);
    assertThat(TestDeserializer.MOVES.get() - before).isEqualTo(1);
    assertThat(stream.audit().records()).as("the chunk is not delivered yet").isZero();
    records.forEachRemaining(record -> {});
    assertThat(stream.audit().records()).isEqualTo(120_000);
  }

  @Test
  void an_iterator_leaves_duplicates_out_and_saves_its_last_position(@TempDir Path temporary)
      throws Exception {
    Chunk first = producer.events(1);
    reader.poll(first, first, producer.events(1)).poll(first, producer.end());
    RecordStream stream =
        RecordStream.builder(reader)
            .positions(FilePositionStore.create(temporary.resolve("positions")))
            .open();

    assertThat(stream.stream().map(record -> record.value(0))).containsExactly(0, 1);
    assertThat(stream.audit().complete()).isTrue();
    Positions saved = FilePositionStore.create(temporary.resolve("positions")).load();
    assertThat(saved.audit()).isEqualTo(stream.audit());
    assertThat(saved.audit().producers().get(0).sequences()).isEqualTo("0-2");
  }

  @Test
  void typed_consumers_get_the_records_of_their_type_and_unknown_ones_are_skipped()
      throws Exception {
    reader.poll(producer.chunk("event 1 a\nstate true 0.5\nevent 2 b\nstate false 1\n", 4));
    reader.poll(producer.chunk("event 3 c\n", 1));
    List<Long> events = new ArrayList<>();
    open().drain(RecordStream.typed(new NumberReader(TestDeserializer.EVENT), events::add));

    assertThat(events).containsExactly(1L, 2L, 3L);
  }

  @Test
  void typed_consumers_of_several_types_are_told_apart_by_name_and_version() throws Exception {
    reader.poll(producer.chunk("event 1 a\nstate true 0.5\nevent 2 b\nstate false 1\n", 4));
    List<Long> events = new ArrayList<>();
    List<Long> states = new ArrayList<>();
    RecordType newer = new RecordType("test.event", 2, List.of());
    open()
        .drain(
            RecordStream.typed(new NumberReader(TestDeserializer.EVENT), events::add)
                .typed(new NumberReader(TestDeserializer.STATE), states::add)
                .typed(new NumberReader(newer), n -> states.add(-1L)));

    assertThat(events).containsExactly(1L, 2L);
    assertThat(states).containsExactly(1L, 0L);
  }

  @Test
  void an_unknown_scheme_and_a_misspelt_option_are_told() {
    assertThatThrownBy(() -> RecordStream.builder("fil:records").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("did you mean 'file'?");
    assertThatThrownBy(() -> RecordStream.builder("file:pom.xml?folow=true").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("did you mean 'follow'?");
    assertThatThrownBy(() -> RecordStream.builder("file:nowhere").open())
        .isInstanceOf(IOException.class)
        .hasMessage("there is no file or directory 'nowhere'");
  }

  @Test
  void waking_the_stream_wakes_the_reader() throws Exception {
    RecordStream.builder(reader).open().wakeup();

    assertThat(reader.woken).isTrue();
  }

  @Test
  void closing_the_stream_closes_the_reader() throws Exception {
    open().close();

    assertThat(reader.closed).isTrue();
  }

  private RecordStream open() throws IOException {
    return RecordStream.builder(reader).open();
  }

  private void collect(ColumnBatch batch, Chunk chunk) {
    for (int row = 0; row < batch.rows(); row++) {
      numbers.add(batch.values()[batch.start(0) + row]);
    }
  }

  private void collect(RecordCursor cursor, Chunk chunk) {
    numbers.add(cursor.longValue(0));
  }

  /** Makes a {@code Long} of the first field. */
  private record NumberReader(RecordType type) implements RecordReader<Long> {
    @Override
    public Class<Long> recordClass() {
      return Long.class;
    }

    @Override
    public Long read(RecordCursor cursor) {
      return cursor.longValue(0);
    }
  }

  @Test
  void a_stream_that_resumes_goes_on_behind_what_the_other_had() throws Exception {
    Chunk first = producer.events(2);
    RecordStream before = RecordStream.builder(reader.poll(first)).open();
    before.drain((cursor, chunk) -> {});
    ScriptedReader again = new ScriptedReader().poll(first).poll(producer.events(1));
    RecordStream.builder(again).resume(before.positions()).open().drain(this::collect);

    assertThat(numbers).containsExactly(2L);
  }

  @Test
  void parallelism_is_one_to_256() {
    assertThat(RecordStream.builder(reader).parallelism(1).parallelism(256)).isNotNull();
    for (int threads : new int[] {0, 257}) {
      assertThatThrownBy(() -> RecordStream.builder(reader).parallelism(threads))
          .hasMessage("parallelism must be 1 to 256, was " + threads);
    }
  }

  @Test
  void what_is_put_around_a_source_is_read_and_open(@TempDir Path directory) throws Exception {
    reader.poll(producer.events(1));
    Path file = Files.createFile(directory.resolve("empty.slu"));
    RecordStream.builder("file:" + file).around(of -> reader).open().drain(this::collect);

    assertThat(numbers).containsExactly(0L);
    assertThat(reader.closed).isFalse();
  }

  @Test
  void a_chunk_beyond_the_limits_is_damage() throws Exception {
    DecodeLimits none = new DecodeLimits(1 << 20, 1 << 20, 0, 1, 1);
    reader.poll(producer.events(1));
    RecordStream stream = RecordStream.builder(reader).limits(none).open();
    stream.drain(this::collect);

    assertThat(stream.audit().damaged()).isEqualTo(1);
  }
}
