package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RangeCrcTest {
  @Test
  void any_stretch_has_the_crc_that_running_through_it_gives() {
    Random random = new Random(1);
    byte[] bytes = new byte[1 << 20];
    random.nextBytes(bytes);
    RangeCrc crc = new RangeCrc();
    for (int i = 0; i < 1000; i++) {
      int from = random.nextInt(bytes.length);
      int to = from + random.nextInt(bytes.length - from + 1);

      assertThat(crc.of(bytes, from, to))
          .as("%d..%d", from, to)
          .isEqualTo(ChunkLayout.crc(bytes, from, to));
    }
  }

  @Test
  void a_reset_forgets_the_bytes_before() {
    byte[] bytes = new byte[100_000];
    RangeCrc crc = new RangeCrc();
    crc.of(bytes, 1, bytes.length);
    bytes[5] = 1;
    crc.reset();

    assertThat(crc.of(bytes, 1, bytes.length)).isEqualTo(ChunkLayout.crc(bytes, 1, bytes.length));
  }
}
