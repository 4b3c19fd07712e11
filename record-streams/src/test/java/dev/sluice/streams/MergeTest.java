package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergeTest {
  private final TestProducer producer = new TestProducer(0xab);
  private final ScriptedReader one = new ScriptedReader();
  private final ScriptedReader other = new ScriptedReader();

  @Test
  void members_of_a_group_are_complete_together() throws Exception {
    TestProducer second = new TestProducer(2);
    for (int i = 0; i < 100; i++) {
      (i % 3 == 0 ? one : other).poll(producer.events(2));
    }
    one.poll(producer.end());
    other.poll(second.events(1), second.end());
    List<Audit> members = List.of(audit(one), audit(other));
    Audit merged = Audit.merge(members);

    assertThat(members).noneMatch(Audit::complete);
    assertThat(merged.complete()).isTrue();
    assertThat(merged.records()).isEqualTo(201);
    assertThat(merged.producers())
        .extracting(ProducerAudit::sequences)
        .containsExactly("0-1", "0-100");
    assertThat(Audit.merge(List.of(merged))).isEqualTo(merged);
  }

  @Test
  void a_chunk_that_nobody_had_is_missing_and_figures_add_up() throws Exception {
    producer.drop(DropCause.RING_FULL, 3);
    one.poll(producer.events(1)).damage("topic-0", "torn");
    producer.events(1);
    other.poll(producer.events(1), producer.end());
    Audit merged = Audit.merge(List.of(audit(one), audit(other)));

    assertThat(merged.damaged()).isEqualTo(1);
    assertThat(merged.skippedBytes()).isEqualTo(4);
    ProducerAudit sum = merged.producers().get(0);
    assertThat(sum.gaps()).isEqualTo(1);
    assertThat(sum.ended()).isTrue();
    assertThat(sum.emitted()).isEqualTo(6);
    assertThat(sum.delivered()).isEqualTo(2);
    assertThat(sum.dropped().total()).isEqualTo(3);
    assertThat(merged.complete()).isFalse();
  }

  @Test
  void a_chunk_that_two_had_leaves_more_delivered_than_emitted() throws Exception {
    List<Chunk> chunks = new ArrayList<>(List.of(producer.events(2), producer.events(3)));
    chunks.add(producer.end());
    one.poll(chunks.get(0), chunks.get(1));
    other.poll(chunks.get(1), chunks.get(2));
    ProducerAudit sum = Audit.merge(List.of(audit(one), audit(other))).producers().get(0);

    assertThat(sum.gaps()).isZero();
    assertThat(sum.unaccounted()).isEqualTo(-3);
    assertThat(sum.conflicts()).isEqualTo(1);
    assertThat(sum.complete()).isFalse();
  }

  @Test
  void a_false_record_beside_a_chunk_hides_no_record_that_is_lost() throws Exception {
    Chunk first = producer.events(1);
    producer.events(1); // lost
    Chunk end = producer.end();
    one.poll(first, end);
    TestProducer stranger = new TestProducer(producer.id());
    other.poll(stranger.events(1), stranger.forged(1, false, 2, DropCounts.NONE));
    Audit merged = Audit.merge(List.of(audit(one), audit(other)));

    ProducerAudit sum = merged.producers().get(0);
    assertThat(sum.gaps()).isZero();
    assertThat(sum.balanced()).isTrue();
    assertThat(sum.conflicts()).as("chunk 0, which both had").isEqualTo(1);
    assertThat(merged.complete()).isFalse();
  }

  @Test
  void all_numbers_there_are_in_two_audits_are_as_many_conflicts_as_can_be() throws Exception {
    one.poll(producer.forged(range()));
    other.poll(producer.forged(range()));
    Audit merged = Audit.merge(List.of(audit(one), audit(other), audit(new ScriptedReader())));

    assertThat(merged.producers().get(0).conflicts()).isEqualTo(Long.MAX_VALUE);
    assertThat(merged.complete()).isFalse();
  }

  private static Accounting range() {
    return new Accounting.Builder(0xab)
        .sequence(Long.MAX_VALUE)
        .replacing(Long.MAX_VALUE)
        .end(true)
        .build();
  }

  @Test
  void nothing_merged_is_not_complete() {
    assertThat(Audit.merge(List.of())).isEqualTo(new Audit(0, 0, 0, 0, 0, List.of()));
    assertThat(Audit.merge(List.of()).complete()).isFalse();
  }

  private static Audit audit(ScriptedReader reader) throws IOException {
    RecordStream stream = RecordStream.builder(reader).open();
    stream.drain((cursor, chunk) -> {});
    return stream.audit();
  }
}
