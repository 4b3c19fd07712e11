package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldMapping;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks and records that cannot be read: the rest goes on, unless that is not wanted. */
@Warns("records cannot be read: ")
class ErrorPolicyTest {
  /** As a program knows the type whose newer form is in the chunks. */
  private static final RecordType OTHER_FORM =
      new RecordType("test.event", 1, List.of(Field.of("number", FieldType.STRING)));

  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(1);
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Object> records = new ArrayList<>();

  @Test
  void records_of_a_type_with_other_fields_are_rejected_and_all_else_goes_on() throws Exception {
    reader.poll(
        producer.chunk("state true 1\nevent 1 a\nstate false 1\nevent 2 b\n", 4),
        producer.chunk("state true 1\n", 1),
        producer.end());
    RecordStream stream = open(ErrorPolicy.QUARANTINE);
    stream.drain(
        RecordStream.typed(new Reader(OTHER_FORM, 0), records::add)
            .typed(new Reader(TestDeserializer.STATE, 0), records::add));

    assertThat(records).containsExactly(1L, 0L, 1L);
    ProducerAudit audit = stream.audit().producers().get(0);
    assertThat(audit.delivered()).isEqualTo(3);
    assertThat(audit.rejected()).isEqualTo(2);
    assertThat(audit.gaps()).isZero();
    assertThat(audit.balanced()).isTrue();
    assertThat(stream.audit().rejected()).isEqualTo(2);
    assertThat(stream.audit().damaged()).isZero();
    assertThat(stream.audit().complete()).isFalse();
    assertThat(quarantined())
        .singleElement()
        .asString()
        .contains("reason: 2 of 4 records cannot be read", "STRING here but INT in the chunk")
        .contains("partition: topic-0", "offset: 0");
  }

  @Test
  void the_first_rejected_records_are_logged_and_later_ones_are_not() throws Exception {
    reader.poll(producer.events(2), producer.events(1), producer.end());
    RecordStream stream = open(ErrorPolicy.QUARANTINE);
    try (LogLines log = new LogLines()) {
      stream.drain(RecordStream.typed(new Reader(OTHER_FORM, 0), records::add));
      assertThat(log.all()).singleElement().asString().contains("2 of 2 records cannot be read");
    }
  }

  @Test
  void a_consumer_that_maps_for_itself_rejects_with_the_exception_of_the_mapping()
      throws Exception {
    reader.poll(producer.events(2));
    RecordStream stream = open(ErrorPolicy.QUARANTINE);
    Reader mapping = new Reader(OTHER_FORM, 0);
    stream.drain((cursor, chunk) -> records.add(mapping.read(cursor)));

    assertThat(stream.audit().producers().get(0).rejected()).isEqualTo(2);
  }

  @Test
  void what_the_constructor_of_a_record_throws_rejects_that_record() throws Exception {
    reader.poll(producer.events(3), producer.events(1));
    RecordStream stream = open(ErrorPolicy.QUARANTINE);
    stream.drain(RecordStream.typed(new Reader(TestDeserializer.EVENT, 1), records::add));

    assertThat(records).containsExactly(0L, 2L, 3L);
    assertThat(stream.audit().producers().get(0).rejected()).isEqualTo(1);
    assertThat(quarantined())
        .singleElement()
        .asString()
        .contains("1 of 3 records cannot be read: java.lang.IllegalStateException: not 1");
  }

  @Test
  void a_rejected_chunk_is_told_as_damage_and_not_as_delivered_whole() throws Exception {
    reader.poll(producer.events(2), producer.events(1));
    List<Long> whole = new ArrayList<>();
    List<Damage> damages = new ArrayList<>();
    RecordStream.builder(reader)
        .chunkListener(chunk -> whole.add(chunk.accounting().sequence()))
        .damageListener(damages::add)
        .open()
        .drain(RecordStream.typed(new Reader(TestDeserializer.EVENT, 1), records::add));

    assertThat(whole).containsExactly(1L);
    assertThat(damages).singleElement().asString().startsWith("topic-0@0: 1 of 2 records");
  }

  @Test
  void what_a_consumer_throws_comes_out_whatever_the_policy() throws Exception {
    reader.poll(producer.events(1));
    RuntimeException own = new IllegalStateException("own");
    Consumer<Object> failing =
        record -> {
          throw own;
        };
    for (ErrorPolicy policy : ErrorPolicy.values()) {
      RecordStream stream = open(policy);
      for (int poll = 0; poll < 2; poll++) {
        assertThatThrownBy(
                () ->
                    stream.poll(
                        RecordStream.typed(new Reader(TestDeserializer.EVENT, -1), failing),
                        Duration.ZERO))
            .isSameAs(own);
      }
      assertThat(stream.audit().producers()).isEmpty();
    }
  }

  @Test
  void with_stop_a_record_that_cannot_be_read_ends_each_poll() throws Exception {
    reader.poll(producer.events(1), producer.events(1));
    RecordStream stream = open(ErrorPolicy.STOP);
    Reader mapping = new Reader(TestDeserializer.EVENT, 1);
    for (int poll = 0; poll < 2; poll++) {
      assertThatThrownBy(
              () -> stream.poll(RecordStream.typed(mapping, records::add), Duration.ZERO))
          .isInstanceOf(IOException.class)
          .hasMessage("topic-0@1: record cannot be read: java.lang.IllegalStateException: not 1")
          .hasRootCauseInstanceOf(IllegalStateException.class);
    }
    stream.drain((cursor, chunk) -> records.add(cursor.longValue(0)));

    assertThat(records).containsExactly(0L, 1L);
    assertThat(stream.audit().producers().get(0).rejected()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "bug", "deep", "large"})
  void with_stop_a_chunk_that_cannot_be_decoded_ends_each_poll(String body) throws Exception {
    reader.poll(producer.chunk(body + "\n", 1));
    RecordStream stream = open(ErrorPolicy.STOP);
    for (int poll = 0; poll < 2; poll++) {
      assertThatThrownBy(() -> stream.poll((cursor, chunk) -> {}, Duration.ZERO))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("topic-0@0: ");
    }
    assertThat(stream.audit().damaged()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "bug", "deep", "large"})
  void a_chunk_that_cannot_be_decoded_is_damage_and_a_gap(String body) throws Exception {
    reader.poll(producer.chunk(body + "\n", 1), producer.events(1));
    RecordStream stream = open(ErrorPolicy.QUARANTINE);
    stream.drain((cursor, chunk) -> records.add(cursor.longValue(0)));

    assertThat(records).containsExactly(0L);
    assertThat(stream.audit().damaged()).isEqualTo(1);
    assertThat(stream.audit().producers().get(0).gaps()).isEqualTo(1);
    assertThat(quarantined()).hasSize(1);
  }

  @Test
  void a_decoder_that_failed_is_not_used_again() throws Exception {
    reader.poll(producer.events(1), producer.chunk("deep\n", 1), producer.events(1));
    int before = TestDeserializer.DECODERS.get();
    open(ErrorPolicy.QUARANTINE).drain((cursor, chunk) -> records.add(cursor.longValue(0)));

    assertThat(records).containsExactly(0L, 1L);
    assertThat(TestDeserializer.DECODERS.get() - before).isEqualTo(2);
  }

  @Test
  void a_decoder_that_fails_behind_some_records_costs_the_others_of_its_chunk() throws Exception {
    reader.poll(producer.chunk("event 1 a\nlate bug x\nevent 2 b\n", 3), producer.events(1));
    RecordStream stream = open(ErrorPolicy.QUARANTINE);
    stream.drain((cursor, chunk) -> records.add(cursor.longValue(0)));

    assertThat(records).containsExactly(1L, 0L);
    ProducerAudit audit = stream.audit().producers().get(0);
    assertThat(audit.rejected()).isEqualTo(2);
    assertThat(audit.balanced()).isTrue();
    assertThat(quarantined()).singleElement().asString().contains("a bug in the cursor");
  }

  @Test
  void an_iterator_goes_on_behind_what_cannot_be_read() throws Exception {
    Chunk late = producer.chunk("event 1 a\nlate bug x\n", 2);
    reader.poll(late, producer.chunk("bug\n", 1), producer.events(1), producer.end());
    RecordStream stream = open(ErrorPolicy.QUARANTINE);

    assertThat(stream.stream().map(record -> record.value(0))).containsExactly(1, 0);
    assertThat(stream.audit().damaged()).isEqualTo(1);
    assertThat(stream.audit().producers().get(0).rejected()).isEqualTo(1);
  }

  private RecordStream open(ErrorPolicy policy) throws IOException {
    return RecordStream.builder(reader)
        .quarantine(temporary.resolve("quarantine"))
        .onError(policy)
        .open();
  }

  private List<String> quarantined() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(temporary.resolve("quarantine"))) {
      for (Path text : files.filter(f -> f.toString().endsWith(".txt")).toList()) {
        texts.add(Files.readString(text));
      }
    }
    return texts;
  }

  /** Reads the first field, as the compiled readers do; fails at one value. */
  private record Reader(RecordType type, long failsAt) implements RecordReader<Long> {
    @Override
    public Class<Long> recordClass() {
      return Long.class;
    }

    @Override
    public Long read(RecordCursor cursor) {
      if (type == OTHER_FORM) {
        throw new IncompatibleTypeException(
            type, type.fields().get(0), cursor.type().fields().get(0));
      }
      int field = FieldMapping.of(type, cursor.type()).index(0);
      long value = cursor.longValue(field);
      if (type == TestDeserializer.EVENT && value == failsAt) {
        throw new IllegalStateException("not " + value);
      }
      return value;
    }
  }
}
