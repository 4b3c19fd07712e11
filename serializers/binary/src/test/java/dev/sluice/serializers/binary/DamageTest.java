package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.testkit.Mutations;
import dev.sluice.testkit.SampleRecords;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DamageTest {
  @Test
  void a_mutated_compressed_body_is_decoded_or_refused_and_nothing_else() throws Exception {
    Random random = new Random(4712);
    Chunk seed =
        TestChunks.chunk(TestChunks.compressingEncoder(), SampleRecords.mixed(500).build());
    ChunkDecoder decoder = TestChunks.decoder();
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      Chunk chunk = TestChunks.chunk(Mutations.of(TestChunks.body(seed), random), seed.header());
      refused += isRefused(decoder, chunk) ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(1000);
  }

  private static boolean isRefused(ChunkDecoder decoder, Chunk chunk) {
    try {
      RecordCursor cursor = decoder.decode(chunk);
      int unread = cursor.unread().stream().mapToInt(UnreadRecords::count).sum();
      assertThat(TestChunks.records(cursor)).hasSize(chunk.header().recordCount() - unread);
      return false;
    } catch (MalformedChunkException e) {
      assertThat(e.position()).isBetween(0L, 100_000_000L);
      assertThat(e.reason()).isNotBlank();
      return true;
    }
  }
}
