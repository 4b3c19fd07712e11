package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.chunk.SourcePosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a stranger's chunk says about itself, as long as it is legal. */
class AnyAccountingTest {
  private static final long[] EXTREMES = {
    0, 1, 2, 127, 128, 2047, 2048, 2049, 1L << 32, 1L << 62, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  @TempDir Path temporary;

  @Test
  void no_legal_accounting_throws_out_of_a_poll_and_its_position_can_be_read_again()
      throws Exception {
    Random random = new Random(11);
    for (int round = 0; round < 40; round++) {
      Path file = temporary.resolve("positions" + round);
      ScriptedReader reader = new ScriptedReader();
      for (int poll = 0; poll < 6; poll++) {
        Chunk[] chunks = new Chunk[30];
        for (int i = 0; i < chunks.length; i++) {
          chunks[i] = chunk(random);
        }
        reader.poll(chunks);
      }
      RecordStream stream =
          RecordStream.builder(reader)
              .maxProducers(1 + random.nextInt(4))
              .positions(FilePositionStore.create(file))
              .open();
      while (!stream.exhausted()) {
        stream.poll((cursor, chunk) -> {}, Duration.ZERO);
      }

      Positions saved = FilePositionStore.create(file).load();
      assertThat(saved.audit().producers())
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(stream.audit().producers());
      assertThat(saved.toText()).isEqualTo(Positions.parse(saved.toText()).toText());
      RecordStream restarted =
          RecordStream.builder(new ScriptedReader().poll(chunk(random)))
              .positions(FilePositionStore.create(file))
              .open();
      restarted.drain((cursor, chunk) -> {});
      assertThat(restarted.audit().producers())
          .hasSizeGreaterThanOrEqualTo(saved.audit().producers().size());
      assertThat(stream.audit().toJson()).matches("[ -~]+");
      assertThat(Audit.merge(List.of(stream.audit(), restarted.audit())).complete()).isFalse();
    }
  }

  @Test
  void audit_of_chunks_is_that_of_a_stream_and_each_conflict_is_reported() throws Exception {
    Random random = new Random(12);
    for (int round = 0; round < 40; round++) {
      int maxProducers = 1 + random.nextInt(4);
      ChunkAudit chunks = new ChunkAudit(maxProducers);
      ScriptedReader reader = new ScriptedReader().damage("topic-0", "torn");
      chunks.damaged(new Damage(new SourcePosition("topic-0", 0), 1, "torn", new byte[1]));
      for (int i = 0; i < 30; i++) {
        Chunk chunk = chunk(random);
        long producer = chunk.accounting().producerId();
        long before = conflicts(chunks, producer);
        boolean inConflict = chunks.add(chunk) == ChunkAudit.Kind.CONFLICT;
        assertThat(conflicts(chunks, producer) > before).isEqualTo(inConflict);
        assertThat(chunks.isInConflict(producer)).isEqualTo(conflicts(chunks, producer) > 0);
        reader.poll(chunk);
      }
      RecordStream stream = RecordStream.builder(reader).maxProducers(maxProducers).open();
      stream.drain((cursor, chunk) -> {});
      Audit audit = stream.audit();
      assertThat(chunks.audit().producers()).isEqualTo(audit.producers());
      assertThat(chunks.audit().toJson().replaceFirst("\"skippedBytes\":\\d+", ""))
          .isEqualTo(audit.toJson().replaceFirst("\"skippedBytes\":\\d+", ""));
    }
  }

  private static long conflicts(ChunkAudit audit, long producer) {
    return audit.audit().producers().stream()
        .filter(each -> each.id().equals(Ids.print(producer)))
        .mapToLong(ProducerAudit::conflicts)
        .sum();
  }

  @Test
  void the_highest_sequence_is_one_like_any_other() throws Exception {
    Path file = temporary.resolve("positions");
    Chunk highest = new TestProducer(1).at(Long.MAX_VALUE).events(1);
    for (int start = 0; start < 3; start++) {
      int expected = start == 0 ? 1 : 0;
      RecordStream stream =
          RecordStream.builder(new ScriptedReader().poll(highest))
              .positions(FilePositionStore.create(file))
              .open();

      assertThat(stream.drain((cursor, chunk) -> {})).isEqualTo(expected);
      assertThat(stream.audit().producers().get(0).gaps()).isEqualTo(Long.MAX_VALUE);
      assertThat(stream.audit().complete()).isFalse();
    }
  }

  private static Chunk chunk(Random random) throws Exception {
    long[] drops = new long[DropCause.COUNT];
    for (int i = 0; i < drops.length && random.nextBoolean(); i++) {
      drops[i] = number(random);
    }
    boolean timed = random.nextBoolean();
    int count = random.nextInt(3);
    Accounting.Builder accounting =
        new Accounting.Builder(random.nextInt(6) - 3)
            .name(name(random))
            .sequence(number(random))
            .end(random.nextInt(4) == 0)
            .emitted(number(random))
            .dropped(DropCounts.of(drops))
            .clockOffset(random.nextLong());
    if (timed) {
      accounting.times(random.nextLong(), random.nextLong());
    }
    Chunk sealed =
        TestProducer.seal(
            TestDeserializer.ID, "event 1 x\n".repeat(count), count, accounting.build());
    return ChunkLayout.parse(sealed.toByteArray(), 0, sealed.length());
  }

  private static long number(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> EXTREMES[random.nextInt(EXTREMES.length)];
      case 1 -> random.nextInt(50);
      default -> random.nextLong() >>> 1 + random.nextInt(62);
    };
  }

  private static String name(Random random) {
    if (random.nextInt(4) == 0) {
      return null;
    }
    StringBuilder name = new StringBuilder();
    while (name.toString().getBytes(StandardCharsets.UTF_8).length < 58 && random.nextInt(9) > 0) {
      name.appendCodePoint(random.nextInt(random.nextBoolean() ? 0x80 : 0xd000));
    }
    return name.toString();
  }
}
