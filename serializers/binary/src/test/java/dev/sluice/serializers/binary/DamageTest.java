package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.testkit.Mutations;
import dev.sluice.testkit.SampleRecords;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DamageTest {
  @Test
  void every_flipped_bit_is_refused() throws Exception {
    byte[] bytes =
        TestChunks.chunk(TestChunks.encoder(), SampleRecords.mixed(200).build()).toByteArray();
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
      assertThatThrownBy(() -> ChunkLayout.parse(bytes, 0, bytes.length))
          .isInstanceOf(MalformedChunkException.class);
      bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
    }
  }

  @Test
  void every_truncation_is_refused() throws Exception {
    byte[] bytes =
        TestChunks.chunk(TestChunks.encoder(), SampleRecords.mixed(200).build()).toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ChunkLayout.parse(cut, 0, cut.length))
          .isInstanceOf(MalformedChunkException.class);
    }
  }

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
      assertThat(TestChunks.records(cursor)).hasSize(chunk.header().recordCount());
      return false;
    } catch (MalformedChunkException e) {
      assertThat(e.position()).isBetween(0L, 100_000_000L);
      assertThat(e.reason()).isNotBlank();
      return true;
    }
  }
}
