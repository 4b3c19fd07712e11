package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DamageTest {
  private static final int MUTATIONS = 30_000;

  /** A decoder may allocate this many times the bytes of a chunk, and a page. */
  private static final int MEMORY_MULTIPLE = 800;

  @Test
  void every_flipped_bit_is_refused() throws Exception {
    byte[] bytes = TestChunks.chunk(TestChunks.encoder(), Samples.mixed(200).build()).toByteArray();
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
      assertThatThrownBy(() -> ChunkLayout.parse(bytes, 0, bytes.length))
          .isInstanceOf(MalformedChunkException.class);
      bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
    }
  }

  @Test
  void every_truncation_is_refused() throws Exception {
    byte[] bytes = TestChunks.chunk(TestChunks.encoder(), Samples.mixed(200).build()).toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ChunkLayout.parse(cut, 0, cut.length))
          .isInstanceOf(MalformedChunkException.class);
    }
  }

  @Test
  void a_truncated_body_with_a_right_crc_is_refused() throws Exception {
    byte[] body =
        TestChunks.body(TestChunks.chunk(TestChunks.encoder(), Samples.mixed(3000).build()));
    ChunkDecoder decoder = TestChunks.decoder();
    for (int length = 1; length < body.length; length += length < 2000 ? 1 : 7) {
      Chunk cut = TestChunks.chunk(Arrays.copyOf(body, length), 3000);
      assertThatThrownBy(() -> decoder.decode(cut)).isInstanceOf(MalformedChunkException.class);
    }
  }

  @Test
  void a_mutated_body_is_decoded_or_refused_and_nothing_else() throws Exception {
    Random random = new Random(4711);
    List<Chunk> seeds = new ArrayList<>();
    for (int records : new int[] {1, 5, 40, 300, 3000}) {
      seeds.add(TestChunks.chunk(TestChunks.encoder(), Samples.mixed(records).build()));
      seeds.add(TestChunks.chunk(TestChunks.encoder(), Samples.operations(records).build()));
      TestBatch rows = new TestBatch();
      RandomRecords source = new RandomRecords(random);
      for (int i = 0; i < records; i++) {
        source.addTo(rows);
      }
      seeds.add(TestChunks.chunk(TestChunks.encoder(), rows.build()));
    }
    ChunkDecoder decoder = TestChunks.decoder();
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      Chunk seed = seeds.get(random.nextInt(seeds.size()));
      byte[] body = mutated(TestChunks.body(seed), random);
      int records = random.nextInt(10) == 0 ? random.nextInt(70_000) : seed.header().recordCount();
      if (isRefused(decoder, TestChunks.chunk(body, Math.min(records, ChunkLayout.MAX_RECORDS)))) {
        refused++;
      }
    }
    System.out.println(MUTATIONS + " mutations, " + refused + " refused");
    assertThat(refused).isBetween(MUTATIONS / 4, MUTATIONS - 1);
  }

  @Test
  void a_mutated_compressed_body_is_decoded_or_refused_and_nothing_else() throws Exception {
    Random random = new Random(4712);
    Chunk seed = TestChunks.chunk(TestChunks.compressingEncoder(), Samples.mixed(500).build());
    ChunkDecoder decoder = TestChunks.decoder();
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      Chunk chunk = TestChunks.chunk(mutated(TestChunks.body(seed), random), seed.header());
      refused += isRefused(decoder, chunk) ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(1000);
  }

  @Test
  void random_bytes_are_decoded_or_refused_within_the_memory_bound() throws Exception {
    Random random = new Random(99);
    for (int i = 0; i < 5000; i++) {
      byte[] body = new byte[random.nextInt(300)];
      random.nextBytes(body);
      for (int k = 0; k < Math.min(10, body.length); k++) {
        body[k] &= 7;
      }
      Chunk chunk = TestChunks.chunk(body, random.nextInt(3000));
      ChunkDecoder decoder = TestChunks.decoder();
      long before = Allocations.ofThisThread();
      isRefused(decoder, chunk);
      long page = 8L * BinaryFormat.PAGE_ROWS * 255;
      assertThat(Allocations.ofThisThread() - before)
          .isLessThan(page + (long) MEMORY_MULTIPLE * (body.length + 64));
    }
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

  private static byte[] mutated(byte[] body, Random random) {
    byte[] result = body;
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(result.length);
      switch (random.nextInt(5)) {
        case 0 -> result[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> result[at] = (byte) random.nextInt();
        case 2 -> result[at] = (byte) (random.nextBoolean() ? -1 : 0x7f);
        case 3 -> result[random.nextInt(Math.min(result.length, 120))] = (byte) random.nextInt(16);
        default -> result = spliced(result, random);
      }
    }
    return result;
  }

  /** Takes out some bytes or doubles them. */
  private static byte[] spliced(byte[] body, Random random) {
    int from = random.nextInt(body.length);
    int to = Math.min(body.length, from + 1 + random.nextInt(9));
    int resume = random.nextBoolean() ? from : to;
    byte[] head = Arrays.copyOf(body, to);
    if (resume == to) {
      head = Arrays.copyOf(body, Math.max(1, from));
    }
    byte[] result = Arrays.copyOf(head, head.length + body.length - resume);
    System.arraycopy(body, resume, result, head.length, body.length - resume);
    return result;
  }
}
