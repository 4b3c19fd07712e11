package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.support.KeyedHash;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A consumer that stops inside a chunk goes on at the very record. */
@Warns("reported when the first of them were delivered")
class StopTest {
  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(0xab);
  private final List<Long> numbers = new ArrayList<>();
  private RecordStream stream;
  private long last = -1;

  private RecordStream open(ScriptedReader reader, int threads) throws IOException {
    stream =
        RecordStream.builder(reader)
            .parallelism(threads)
            .positions(FilePositionStore.create(temporary.resolve("positions")))
            .open();
    return stream;
  }

  private synchronized void collect(RecordCursor cursor, Chunk chunk) {
    numbers.add(cursor.longValue(0));
    if (cursor.longValue(0) == last) {
      stream.stop();
    }
  }

  private Positions saved() throws IOException {
    return FilePositionStore.create(temporary.resolve("positions")).load();
  }

  private Positions.Begun begun(Chunk chunk, int records, int rejected) throws IOException {
    String fingerprint = KeyedHash.withKey(saved().hashKey()).of(chunk).toString();
    return new Positions.Begun(chunk.accounting().sequence(), fingerprint, records, rejected);
  }

  private int poll() throws IOException {
    return stream.poll(this::collect, Duration.ZERO);
  }

  @Test
  void the_next_poll_goes_on_with_the_record_behind() throws Exception {
    open(new ScriptedReader().poll(producer.events(2), producer.events(4), producer.end()), 1);
    last = 3;
    assertThat(poll()).isEqualTo(4);
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L);
    assertThat(stream.audit().producers().get(0).delivered()).as("of whole chunks").isEqualTo(2);

    assertThat(poll()).isEqualTo(2);
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(stream.audit().complete()).isTrue();
    assertThat(stream.audit().producers().get(0).delivered()).isEqualTo(6);
  }

  /** The account keeps one part a producer; without this the first of the two came again. */
  @Test
  void a_stop_within_another_chunk_of_the_producer_ends_behind_it() throws Exception {
    Chunk first = producer.events(3);
    Chunk second = producer.events(3);
    open(new ScriptedReader().pollOf("topic-0", first), 1);
    last = 1;
    assertThat(poll()).isEqualTo(2);
    last = 4;
    open(new ScriptedReader().pollOf("topic-1", second).pollOf("topic-0", first), 1);
    assertThat(poll()).as("the whole chunk").isEqualTo(3);
    assertThat(saved().begun()).containsExactly(Map.entry(0xabL, begun(first, 2, 0)));
    assertThat(poll()).isEqualTo(1);
    assertThat(numbers).containsExactly(0L, 1L, 3L, 4L, 5L, 2L);
  }

  @Test
  void a_restart_goes_on_with_the_record_behind_and_a_second_stop_too() throws Exception {
    Chunk first = producer.events(2);
    Chunk second = producer.events(5);
    Chunk end = producer.end();
    for (long stop : List.of(0L, 3L, 4L)) {
      last = stop;
      open(new ScriptedReader().poll(first, second, end), 1);
      poll();
    }
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(saved().begun()).containsExactly(Map.entry(0xabL, begun(second, 3, 0)));
    assertThat(saved().audit().producers().get(0).sequences()).isEqualTo("0");

    open(new ScriptedReader().poll(first, second, end), 1).drain(this::collect);
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(stream.audit().complete()).isTrue();
    assertThat(stream.audit().producers().get(0).delivered()).isEqualTo(7);
    assertThat(saved().begun()).isEmpty();
    assertThat(saved().audit()).isEqualTo(stream.audit());
  }

  @Test
  void a_stop_inside_the_first_chunk_is_a_position_of_no_whole_chunk() throws Exception {
    Chunk only = producer.events(3);
    last = 1;
    open(new ScriptedReader().poll(only), 1);
    poll();
    assertThat(saved().begun()).containsExactly(Map.entry(0xabL, begun(only, 2, 0)));
    assertThat(saved().audit().producers()).isEmpty();

    open(new ScriptedReader().poll(only, producer.end()), 1).drain(this::collect);
    assertThat(numbers).containsExactly(0L, 1L, 2L);
    assertThat(stream.audit().complete()).isTrue();
  }

  @Test
  void a_record_that_was_rejected_before_the_stop_stays_rejected() throws Exception {
    Chunk only = producer.events(4);
    Chunk end = producer.end();
    open(new ScriptedReader().poll(only), 1);
    RecordConsumer picky =
        (cursor, chunk) -> {
          if (cursor.longValue(0) == 1) {
            throw new RecordRejectedException("not 1");
          }
          collect(cursor, chunk);
        };
    last = 2;
    stream.poll(picky, Duration.ZERO);
    assertThat(saved().begun()).containsExactly(Map.entry(0xabL, begun(only, 3, 1)));

    open(new ScriptedReader().poll(only, end), 1).drain(picky);
    assertThat(numbers).containsExactly(0L, 2L, 3L);
    ProducerAudit audit = stream.audit().producers().get(0);
    assertThat(audit.delivered()).isEqualTo(3);
    assertThat(audit.rejected()).isEqualTo(1);
    assertThat(audit.balanced()).isTrue();
  }

  @Test
  void of_other_bytes_under_the_sequence_no_record_is_skipped() throws Exception {
    Chunk first = producer.events(3);
    Chunk other = producer.at(0).events(3);
    last = 1;
    open(new ScriptedReader().poll(first), 1);
    poll();
    open(new ScriptedReader().pollOf("topic-1", other), 1).drain(this::collect);

    assertThat(numbers).containsExactly(0L, 1L, 3L, 4L, 5L);
  }

  @Test
  void workers_stop_each_at_the_record_they_are_at() throws Exception {
    TestProducer other = new TestProducer(0xcd);
    Chunk[] chunks = {
      producer.events(20), other.events(20), producer.events(20), producer.end(), other.end()
    };
    last = 7;
    open(new ScriptedReader().poll(chunks), 3);
    poll();
    assertThat(numbers).contains(7L).hasSizeLessThan(60);

    last = -1;
    open(new ScriptedReader().poll(chunks), 3).drain(this::collect);
    assertThat(numbers).hasSize(60);
    assertThat(stream.audit().complete()).isTrue();
  }

  @Test
  void with_columns_the_poll_ends_after_the_chunk() throws Exception {
    open(new ScriptedReader().poll(producer.events(3), producer.events(3), producer.end()), 1);
    int handed = stream.pollColumns((batch, chunk) -> stream.stop(), Duration.ZERO);

    assertThat(handed).isEqualTo(3);
    assertThat(saved().begun()).isEmpty();
    assertThat(stream.pollColumns((batch, chunk) -> {}, Duration.ZERO)).isEqualTo(3);
    assertThat(stream.audit().complete()).isTrue();
  }
}
