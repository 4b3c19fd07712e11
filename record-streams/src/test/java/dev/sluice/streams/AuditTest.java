package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AuditTest {
  private final TestProducer producer = new TestProducer(0xab);
  private final ScriptedReader reader = new ScriptedReader();

  @Test
  void a_stream_without_any_producer_is_not_complete() throws Exception {
    assertThat(audit()).isEqualTo(new Audit(0, 0, 0, 0, 0, List.of()));
  }

  @Test
  void a_whole_stream_is_complete_and_its_figures_agree() throws Exception {
    reader.poll(producer.events(10), producer.events(5), producer.end());
    Audit audit = audit();

    assertThat(audit.complete()).isTrue();
    assertThat(audit.chunks()).isEqualTo(3);
    ProducerAudit p = audit.producers().get(0);
    assertThat(p.id()).isEqualTo("00000000000000ab");
    assertThat(p.name()).isEqualTo("test");
    assertThat(p.emitted()).isEqualTo(15);
    assertThat(p.delivered()).isEqualTo(15);
    assertThat(p.ended()).isTrue();
    assertThat(p.balanced()).isTrue();
  }

  @Test
  void drops_are_taken_from_the_newest_chunk_and_make_the_stream_incomplete() throws Exception {
    Chunk first = producer.events(3);
    producer.drop(DropCause.RING_FULL, 4);
    Chunk second = producer.events(2);
    producer.drop(DropCause.CLOSED, 1);
    reader.poll(producer.end(), second, first);
    Audit audit = audit();

    ProducerAudit p = audit.producers().get(0);
    assertThat(p.dropped().byLabel()).isEqualTo(Map.of("ring_full", 4L, "closed", 1L));
    assertThat(p.emitted()).isEqualTo(10);
    assertThat(p.delivered()).isEqualTo(5);
    assertThat(p.balanced()).isTrue();
    assertThat(p.ended()).isTrue();
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void a_listener_is_told_of_gaps_and_drops_when_a_chunk_shows_them() throws Exception {
    Chunk first = producer.events(1);
    producer.drop(DropCause.RING_FULL, 4);
    Chunk second = producer.events(1);
    Chunk late = producer.events(1);
    producer.drop(DropCause.RING_FULL, 2);
    producer.drop(DropCause.CLOSED, 1);
    producer.at(5);
    reader.poll(first, second, producer.events(1), late, producer.at(6).end());
    List<Loss> losses = new ArrayList<>();
    RecordStream stream = RecordStream.builder(reader).lossListener(losses::add).open();
    stream.drain((cursor, chunk) -> {});

    assertThat(losses)
        .containsExactly(
            new Loss("00000000000000ab", "test", 1, 0, DropCounts.of(new long[] {4})),
            new Loss(
                "00000000000000ab",
                "test",
                5,
                3,
                DropCounts.ofLabels(Map.of("ring_full", 2L, "closed", 1L))));
  }

  @Test
  void a_producer_that_did_not_end_makes_the_stream_incomplete() throws Exception {
    TestProducer other = new TestProducer(2);
    reader.poll(producer.events(1), producer.end(), other.events(1));
    Audit audit = audit();

    assertThat(audit.complete()).isFalse();
    assertThat(audit.producers()).extracting(ProducerAudit::ended).containsExactly(false, true);
  }

  @Test
  void missing_chunks_are_gaps_until_they_come() throws Exception {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      chunks.add(producer.events(1));
    }
    chunks.add(producer.end());
    reader.pollOf("topic-0", chunks.get(1), chunks.get(4), chunks.get(9));
    reader.pollOf("topic-1", chunks.get(0), chunks.get(3), chunks.get(8));
    RecordStream stream = RecordStream.builder(reader).open();
    stream.poll((cursor, chunk) -> {}, Duration.ZERO);
    assertThat(stream.audit().producers().get(0).gaps()).isEqualTo(7);
    stream.poll((cursor, chunk) -> {}, Duration.ZERO);
    assertThat(stream.audit().producers().get(0).gaps()).isEqualTo(4);
    assertThat(stream.audit().complete()).isFalse();

    reader.pollOf("topic-2", chunks.get(7), chunks.get(6), chunks.get(5), chunks.get(2));
    stream.drain((cursor, chunk) -> {});
    assertThat(stream.audit().producers().get(0).gaps()).isZero();
    assertThat(stream.audit().producers().get(0).duplicates()).isZero();
    assertThat(stream.audit().complete()).isTrue();
  }

  @Test
  void duplicates_are_left_out_and_counted_wherever_they_come_from() throws Exception {
    Chunk first = producer.events(3);
    Chunk second = producer.events(3);
    reader.pollOf("topic-0", first, second, first);
    reader.pollOf("topic-1", second, producer.end());
    Audit audit = audit();

    assertThat(audit.chunks()).isEqualTo(3);
    assertThat(audit.records()).isEqualTo(6);
    assertThat(audit.producers().get(0).duplicates()).isEqualTo(2);
    assertThat(audit.complete()).isTrue();
  }

  @Test
  void two_interleaved_producers_with_the_same_sequences_are_told_apart() throws Exception {
    TestProducer other = new TestProducer(-1);
    for (int i = 0; i < 50; i++) {
      reader.poll(producer.events(2), other.events(3));
    }
    reader.poll(producer.end(), other.end());
    Audit audit = audit();

    assertThat(audit.complete()).isTrue();
    assertThat(audit.producers()).extracting(ProducerAudit::delivered).containsExactly(100L, 150L);
    assertThat(audit.producers()).allMatch(ProducerAudit::balanced);
  }

  @Test
  void a_shuffled_stream_with_repetitions_is_complete() throws Exception {
    Random random = new Random(5);
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      chunks.add(producer.events(1 + random.nextInt(3)));
    }
    chunks.add(producer.end());
    chunks.addAll(List.copyOf(chunks.subList(100, 200)));
    Collections.shuffle(chunks, random);
    chunks.forEach(reader::poll);
    Audit audit = audit();

    assertThat(audit.complete()).isTrue();
    assertThat(audit.producers().get(0).duplicates()).isEqualTo(100);
    assertThat(audit.producers().get(0).balanced()).isTrue();
  }

  private Audit audit() throws Exception {
    RecordStream stream = RecordStream.builder(reader).open();
    stream.drain((cursor, chunk) -> {});
    return stream.audit();
  }
}
