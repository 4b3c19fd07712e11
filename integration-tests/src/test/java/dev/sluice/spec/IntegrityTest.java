package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.cli.ExitCode;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.SerializerPair;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No damaged chunk is taken for a good one. */
class IntegrityTest {
  private static final int LARGEST = 1_000;
  private static final int RANDOM_FLIPS = 3_000;

  private static List<byte[]> smallChunks() {
    List<byte[]> chunks =
        SpecFiles.vectors().stream()
            .map(SpecFiles::bytes)
            .filter(bytes -> bytes.length <= LARGEST)
            .filter(bytes -> ChunkLayout.claimedLength(bytes, 0, LARGEST) == bytes.length)
            .toList();
    assertThat(chunks).hasSizeGreaterThan(80);
    return chunks;
  }

  private static void assertRefused(byte[] bytes, Object what, int at) {
    assertThatThrownBy(() -> ChunkLayout.parse(bytes, 0, bytes.length))
        .as("%s, %d", what, at)
        .isInstanceOf(MalformedChunkException.class);
  }

  private static void flip(byte[] bytes, int bit) {
    bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
  }

  @Test
  void every_flipped_bit_of_every_small_vector_is_refused() {
    for (byte[] bytes : smallChunks()) {
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        flip(bytes, bit);
        assertRefused(bytes, "bit", bit);
        flip(bytes, bit);
      }
    }
  }

  @Test
  void every_truncation_of_every_vector_is_refused() {
    for (Path vector : SpecFiles.vectors()) {
      byte[] bytes = SpecFiles.bytes(vector);
      int step = Math.max(1, bytes.length / LARGEST);
      for (int length = 0; length < bytes.length; length += step) {
        assertRefusedOrFirst(Arrays.copyOf(bytes, length));
      }
    }
  }

  /** A file of several chunks that is cut at the end of its first is a file of one chunk. */
  private static void assertRefusedOrFirst(byte[] cut) {
    if (cut.length < ChunkLayout.MIN_CHUNK_BYTES
        || ChunkLayout.claimedLength(cut, 0, cut.length) != cut.length) {
      assertRefused(cut, "length", cut.length);
    }
  }

  @Test
  void random_flips_of_a_real_chunk_are_refused_and_print_no_record() throws Exception {
    long seed = Seeds.first("flips");
    Random random = new Random(seed);
    SerializerPair binary = SerializerPair.named("binary");
    byte[] bytes = binary.chunk(binary.encoder(), SampleRecords.mixed(1024).build()).toByteArray();
    assertThat(JavaDecoder.decode(bytes).exitCode()).isZero();
    for (int i = 0; i < RANDOM_FLIPS; i++) {
      int bit = random.nextInt(bytes.length * 8);
      flip(bytes, bit);
      assertRefused(bytes, "seed " + seed, bit);
      if (i % 10 == 0) {
        Decoded decoded = JavaDecoder.decode(bytes);
        assertThat(decoded.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(decoded.lines()).isEmpty();
      }
      flip(bytes, bit);
    }
  }
}
