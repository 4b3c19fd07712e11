package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

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
    Fingerprints fingerprints = FingerprintsTest.newFingerprints();
    Chunk first = producer.events(1);
    Chunk other = producer.at(0).events(1);
    FingerprintsTest.remember(fingerprints, first);
    int most = Fingerprints.MAX_BLOCKS * Fingerprints.BLOCK;
    for (int sequence = 1; sequence < most; sequence++) {
      FingerprintsTest.remember(fingerprints, producer.forged(sequence, false, 0, DropCounts.NONE));
    }
    assertThat(fingerprints.isSame(first, false)).isTrue();
    assertThat(fingerprints.isSame(other, true)).isFalse();

    FingerprintsTest.remember(fingerprints, producer.forged(most, false, 0, DropCounts.NONE));
    assertThat(fingerprints.isSame(first, false)).isFalse();
    assertThat(fingerprints.isSame(other, true)).isTrue();
  }

  @Test
  void of_many_producers_none_displaces_what_another_has_sent_lately() throws Exception {
    Fingerprints fingerprints = FingerprintsTest.newFingerprints();
    for (int id = 0; id < Fingerprints.MAX_BLOCKS; id++) {
      FingerprintsTest.remember(fingerprints, new TestProducer(id).events(1));
    }
    for (int id = 0; id < Fingerprints.MAX_BLOCKS; id++) {
      assertThat(fingerprints.isSame(new TestProducer(id).events(1), false)).isTrue();
      assertThat(fingerprints.isSame(new TestProducer(id).events(2), true)).isFalse();
    }
    FingerprintsTest.remember(fingerprints, new TestProducer(-1).events(1));
    assertThat(fingerprints.isSame(new TestProducer(0).events(1), false)).isFalse();
    assertThat(fingerprints.isSame(new TestProducer(1).events(1), false)).isTrue();
  }

  @Test
  void of_each_producer_the_fingerprints_of_its_last_thousand_chunks_are_saved() throws Exception {
    Fingerprints fingerprints = FingerprintsTest.newFingerprints();
    for (int sequence = 0; sequence < 2_000; sequence++) {
      FingerprintsTest.remember(fingerprints, producer.forged(sequence, false, 0, DropCounts.NONE));
    }
    FingerprintsTest.remember(fingerprints, new TestProducer(2).at(7).events(1));
    Fingerprints restored = FingerprintsTest.restored(fingerprints);

    for (int sequence = 0; sequence < 2_000; sequence++) {
      Chunk chunk = producer.forged(sequence, false, 0, DropCounts.NONE);
      assertThat(restored.isSame(chunk, false)).isEqualTo(sequence >= 2_000 - 1_024);
    }
    assertThat(restored.isSame(new TestProducer(2).at(7).events(1), false)).isTrue();
    assertThat(restored.isSame(new TestProducer(2).at(6).events(1), false)).isFalse();
    assertThat(restored.texts()).isEqualTo(fingerprints.texts());
  }

  @Test
  void what_is_saved_of_very_many_producers_is_bounded() throws Exception {
    Fingerprints fingerprints = FingerprintsTest.newFingerprints();
    for (int id = 0; id < 300; id++) {
      for (int sequence = 0; sequence < 320; sequence++) {
        FingerprintsTest.remember(
            fingerprints, new TestProducer(id).forged(sequence, false, 0, DropCounts.NONE));
      }
    }
    int characters = fingerprints.texts().values().stream().mapToInt(String::length).sum();
    assertThat(characters).isBetween(300 * 54 * 32, 300 * 54 * 33);
  }

  private Audit drain() throws IOException {
    RecordStream stream = RecordStream.builder(reader).open();
    stream.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));
    return stream.audit();
  }
}
