package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.StageWorker;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.streams.Audit;
import dev.sluice.streams.Positions;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Warns;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Warns("were deleted before they were analysed")
class SplitterTest {
  private static final FieldSelection SOME = (type, field) -> (field.name().hashCode() & 3) != 0;

  /** What one thread makes of messages. */
  private static Map<String, Long> analyse(
      HashStage stage, List<byte[]> messages, List<Audit> audits) throws Exception {
    try (StageRun<Map<String, Long>> run =
        StageRun.open(stage, RecordStream.builder(TestChunks.reader(messages)), 1)) {
      Map<String, Long> result = run.drain();
      audits.add(run.audit());
      return result;
    }
  }

  /** Splits messages; for each partition its messages. */
  private static List<List<byte[]>> split(
      HashStage stage, List<byte[]> messages, int partitions, Random random) {
    return split(stage, messages, partitions, null, random);
  }

  private static List<List<byte[]>> split(
      HashStage stage, List<byte[]> messages, int partitions, ChunkSigner signer, Random random) {
    List<List<byte[]>> parts = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      parts.add(new ArrayList<>());
    }
    Splitter splitter = splitter(stage, partitions, signer, Set.of(), parts);
    long offset = 0;
    for (byte[] message : messages) {
      splitter.accept(message, new SourcePosition("memory-0", offset++));
      if (random.nextInt(10) == 0) {
        splitter.flush();
      }
    }
    splitter.flush();
    return parts;
  }

  private static Splitter splitter(
      HashStage stage,
      int partitions,
      ChunkSigner signer,
      Set<Long> gone,
      List<List<byte[]>> parts) {
    return new Splitter(
        stage,
        partitions,
        signer,
        new SourceGaps(Map.of(), log(gone)),
        (partition, part) -> parts.get(partition).add(part));
  }

  private static SourceGaps.Log log(Set<Long> gone) {
    return (partition, offset) ->
        gone.contains(offset) ? " messages were deleted before they were analysed" : null;
  }

  private static Map<String, Long> analyseParts(
      HashStage stage, List<byte[]> messages, Random random, List<Audit> audits) throws Exception {
    return analyseParts(stage, messages, random, Set.of(), audits);
  }

  /** Analyses the messages of one partition, with a restart now and then. */
  private static Map<String, Long> analyseParts(
      HashStage stage, List<byte[]> messages, Random random, Set<Long> gone, List<Audit> audits)
      throws Exception {
    byte[] state = null;
    byte[] audit = null;
    int at = 0;
    while (true) {
      StageWorker<Map<String, Long>> worker = stage.newWorker();
      Positions before = audit == null ? Positions.NONE : SavedState.read(audit);
      SourceGaps gaps = new SourceGaps(before.offsets(), log(gone));
      MessageFeed feed = new MessageFeed(true, gaps);
      var stream = RecordStream.builder(feed);
      if (state != null) {
        SavedState.read(new ByteArrayInputStream(state), "test", worker);
        stream.resume(before);
      }
      try (StageRun<Map<String, Long>> run = StageRun.open(stage, stream, worker)) {
        int until = Math.min(messages.size(), at + 1 + random.nextInt(5));
        for (; at < until; at++) {
          feed.next(messages.get(at), new SourcePosition("parts-0", at));
          run.poll(Duration.ZERO);
        }
        if (at == messages.size()) {
          audits.add(run.audit());
          return run.finish();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SavedState.write(out, "test", worker);
        state = out.toByteArray();
        audit = SavedState.write(run.positions(), gaps.handled());
      }
    }
  }

  private static void check(HashStage stage, List<byte[]> messages, int partitions, Random random)
      throws Exception {
    List<Audit> expectedAudit = new ArrayList<>();
    Map<String, Long> expected = analyse(stage, messages, expectedAudit);
    List<Audit> audits = new ArrayList<>();
    Map<String, Long> all = null;
    for (List<byte[]> parts : split(stage, messages, partitions, random)) {
      Map<String, Long> part = analyseParts(stage, parts, random, audits);
      all = all == null ? part : stage.merge(all, part);
    }
    assertThat(all).isEqualTo(expected);
    assertThat(audits).hasSize(partitions).allMatch(expectedAudit.get(0)::equals);
  }

  @Test
  void partitions_together_have_the_result_of_one_and_each_has_the_whole_audit() throws Exception {
    for (int seed = 1; seed <= 25; seed++) {
      Random random = new Random(seed);
      List<byte[]> messages = TestChunks.random(random, 3, 30, seed % 5 == 0 ? 5_000 : 60);
      HashStage stage = new HashStage(seed % 2 == 0 ? FieldSelection.ALL : SOME);
      check(stage, messages, 1 + random.nextInt(7), random);
    }
  }

  @Test
  void other_bytes_under_a_sequence_are_a_conflict_in_every_partition() throws Exception {
    List<byte[]> messages = TestChunks.random(new Random(4), 1, 1, 1);
    // The same number of records under the same header: most partitions get no row of either.
    for (int seed = 5; messages.size() < 2; seed++) {
      byte[] other = TestChunks.random(new Random(seed), 1, 1, 1).get(0);
      if (header(other).recordCount() == 1 && header(messages.get(0)).recordCount() == 1) {
        messages.add(other);
      } else if (header(messages.get(0)).recordCount() == 0) {
        messages = new ArrayList<>(List.of(other));
      }
    }
    List<Audit> audits = new ArrayList<>();
    HashStage stage = new HashStage(FieldSelection.ALL);
    for (List<byte[]> parts : split(stage, messages, 8, new Random(1))) {
      analyseParts(stage, parts, new Random(1), audits);
    }
    assertThat(audits)
        .hasSize(8)
        .allSatisfy(audit -> assertThat(audit.producers().get(0).conflicts()).isEqualTo(1));
  }

  private static ChunkHeader header(byte[] message) throws Exception {
    return ChunkLayout.parse(message, 0, message.length).header();
  }

  @Test
  void chunks_that_were_not_signed_are_damage_in_every_partition() throws Exception {
    ChunkSigner signer = new ChunkSigner(List.of(new byte[32]));
    Random random = new Random(3);
    List<byte[]> genuine = new ArrayList<>();
    List<byte[]> both = new ArrayList<>();
    for (byte[] message : TestChunks.random(random, 2, 20, 60)) {
      genuine.add(SignedTopicTest.signed(message, signer));
      both.add(message);
      both.add(genuine.get(genuine.size() - 1));
    }
    HashStage stage = new HashStage(FieldSelection.ALL);
    List<Audit> audits = new ArrayList<>();
    Map<String, Long> expected = analyse(stage, genuine, audits);
    Map<String, Long> all = null;
    for (List<byte[]> parts : split(stage, both, 3, signer, random)) {
      Map<String, Long> part = analyseParts(stage, parts, random, audits);
      all = all == null ? part : stage.merge(all, part);
    }

    assertThat(all).isEqualTo(expected);
    assertThat(audits.get(0).damaged()).isZero();
    assertThat(audits.subList(1, 4))
        .allSatisfy(audit -> assertThat(audit.damaged()).isEqualTo(genuine.size()))
        .allSatisfy(audit -> assertThat(audit.producers()).isEqualTo(audits.get(0).producers()));
  }

  @Test
  void damage_repetitions_and_gaps_are_in_the_audit_of_every_partition() throws Exception {
    for (int seed = 1; seed <= 10; seed++) {
      Random random = new Random(seed);
      List<byte[]> messages = new ArrayList<>(TestChunks.random(random, 2, 20, 60));
      byte[] broken = messages.get(3).clone();
      broken[broken.length / 2] ^= 1;
      messages.set(3, broken);
      messages.set(7, new byte[0]);
      messages.set(8, "no chunk".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      messages.add(12, messages.get(10));
      messages.remove(15);
      List<Audit> audit = new ArrayList<>();
      HashStage stage = new HashStage(FieldSelection.ALL);
      analyse(stage, messages, audit);
      assertThat(audit.get(0).damaged()).isEqualTo(3);
      assertThat(audit.get(0).producers()).anyMatch(producer -> producer.duplicates() == 1);
      assertThat(audit.get(0).producers()).anyMatch(producer -> producer.gaps() > 0);
      check(stage, messages, 1 + random.nextInt(4), random);
    }
  }

  @Test
  void messages_that_are_gone_are_in_the_audit_of_every_partition() throws Exception {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      HashStage stage = new HashStage(FieldSelection.ALL);
      Set<Long> gone = new HashSet<>();
      List<List<byte[]>> parts = new ArrayList<>();
      List<Long> holes = new ArrayList<>();
      List<byte[]> messages = TestChunks.random(random, 2, 20, 60);
      int partitions = 1 + random.nextInt(3);
      for (int i = 0; i < partitions; i++) {
        parts.add(new ArrayList<>());
      }
      Splitter splitter = null;
      long offset = random.nextInt(3);
      for (byte[] message : messages) {
        if (splitter == null || random.nextInt(6) == 0) { // one that knows nothing goes on
          splitter = splitter(stage, partitions, null, gone, parts);
        }
        splitter.accept(message, new SourcePosition("memory-0", offset));
        if (random.nextInt(4) == 0) {
          splitter.flush();
        }
        offset++;
        int hole = random.nextInt(8);
        if (hole > 5 && message != messages.get(messages.size() - 1)) {
          if (hole == 6) {
            gone.add(offset);
            holes.add(offset);
          }
          offset += 1 + random.nextInt(3);
        }
        splitter.flush();
      }
      List<Audit> audits = new ArrayList<>();
      for (List<byte[]> part : parts) {
        analyseParts(stage, part, random, gone, audits);
      }
      assertThat(audits).as("seed %s", seed).allMatch(audit -> audit.damaged() == holes.size());
      assertThat(audits).as("seed %s", seed).allMatch(audit -> audit.complete() == gone.isEmpty());
    }
  }
}
