package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Chunks that do not agree with each other, be it by mistake or by intent. */
class ContradictionTest {
  private final TestProducer producer = new TestProducer(1);
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Long> numbers = new ArrayList<>();

  @Test
  void other_bytes_under_a_sequence_are_delivered_and_are_a_conflict() throws Exception {
    Chunk first = producer.events(1);
    Chunk other = producer.at(0).events(1);
    reader.poll(first, other, first, other, producer.end());
    Audit audit = drain();

    assertThat(numbers).as("the last bytes are remembered").containsExactly(0L, 1L, 0L, 1L);
    assertThat(audit.producers().get(0).conflicts()).isEqualTo(3);
    assertThat(audit.producers().get(0).duplicates()).isZero();
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void the_same_bytes_are_a_duplicate() throws Exception {
    Chunk first = producer.events(1);
    reader.poll(first, first, producer.end(), first);
    Audit audit = drain();

    assertThat(audit.producers().get(0).duplicates()).isEqualTo(2);
    assertThat(audit.producers().get(0).conflicts()).isZero();
    assertThat(audit.complete()).isTrue();
  }

  @Test
  void chunks_that_a_range_replaced_are_duplicates_whatever_their_bytes() throws Exception {
    Accounting all =
        new Accounting.Builder(1).sequence(Long.MAX_VALUE).replacing(Long.MAX_VALUE).build();
    Chunk range = producer.forged(all);
    Chunk first = producer.events(1);
    Chunk other = producer.at(0).events(1);
    reader.poll(range, first, other, range);
    ProducerAudit audit = drain().producers().get(0);

    assertThat(numbers).isEmpty();
    assertThat(audit.duplicates()).isEqualTo(3);
    assertThat(audit.conflicts()).isZero();
  }

  @Test
  void empty_chunks_under_coming_sequences_suppress_nothing() throws Exception {
    reader.poll(producer.events(2));
    for (int sequence = 1; sequence < 10; sequence++) {
      reader.poll(producer.forged(sequence, sequence == 9, 20, DropCounts.NONE));
    }
    for (int sequence = 1; sequence < 10; sequence++) {
      reader.poll(producer.events(2));
    }
    Audit audit = drain();

    assertThat(numbers).hasSize(20).doesNotHaveDuplicates();
    assertThat(audit.producers().get(0).conflicts()).isGreaterThanOrEqualTo(9);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void a_stream_whose_figures_do_not_balance_is_not_complete() throws Exception {
    reader.poll(producer.events(2));
    for (int sequence = 1; sequence < 10; sequence++) {
      reader.poll(producer.forged(sequence, sequence == 9, 20, DropCounts.NONE));
    }
    ProducerAudit audit = drain().producers().get(0);

    assertThat(audit.gaps()).isZero();
    assertThat(audit.conflicts()).isZero();
    assertThat(audit.unaccounted()).isEqualTo(18);
    assertThat(audit.balanced()).isFalse();
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void a_forged_end_hides_no_drops() throws Exception {
    producer.drop(DropCause.RING_FULL, 900);
    reader.poll(producer.events(10), producer.forged(1, true, 10, DropCounts.NONE));
    Audit audit = drain();

    assertThat(audit.producers().get(0).dropped().byLabel()).isEqualTo(Map.of("ring_full", 900L));
    assertThat(audit.producers().get(0).emitted()).isEqualTo(910);
    assertThat(audit.producers().get(0).conflicts()).isEqualTo(1);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void an_earlier_chunk_with_higher_totals_is_a_conflict() throws Exception {
    reader.poll(producer.forged(1, true, 0, DropCounts.NONE));
    reader.poll(producer.forged(0, false, 5, DropCounts.NONE));

    assertThat(drain().producers().get(0).conflicts()).isEqualTo(1);
  }

  @Test
  void drops_that_overflow_are_as_many_as_can_be() throws Exception {
    long[] drops = new long[DropCause.COUNT];
    drops[0] = Long.MAX_VALUE;
    drops[1] = Long.MAX_VALUE;
    drops[2] = 2;
    reader.poll(producer.forged(0, true, 0, DropCounts.of(drops)));
    Audit audit = drain();

    assertThat(audit.producers().get(0).dropped().total()).isEqualTo(Long.MAX_VALUE);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void of_chunks_in_order_the_last_half_million_are_remembered() throws Exception {
    Checksums checksums = new Checksums();
    Chunk first = producer.events(1);
    Chunk other = producer.at(0).events(1);
    checksums.remember(first);
    int most = Checksums.MAX_BLOCKS * Checksums.BLOCK;
    for (int sequence = 1; sequence < most; sequence++) {
      checksums.remember(producer.forged(sequence, false, 0, DropCounts.NONE));
    }
    assertThat(checksums.contradict(first)).isFalse();
    assertThat(checksums.contradict(other)).isTrue();

    for (int sequence = 0; sequence < Checksums.MAX_BLOCKS; sequence++) {
      checksums.remember(producer.forged(most + sequence * 16L, false, 0, DropCounts.NONE));
    }
    assertThat(checksums.contradict(other)).as("taken for a repetition then").isFalse();
  }

  @Test
  void of_many_producers_none_displaces_what_another_has_sent_lately() throws Exception {
    Checksums checksums = new Checksums();
    for (int id = 0; id < Checksums.MAX_BLOCKS; id++) {
      checksums.remember(new TestProducer(id).events(1));
    }
    for (int id = 0; id < Checksums.MAX_BLOCKS; id++) {
      assertThat(checksums.contradict(new TestProducer(id).events(2))).isTrue();
    }
  }

  private Audit drain() throws IOException {
    RecordStream stream = RecordStream.builder(reader).open();
    stream.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));
    return stream.audit();
  }
}
