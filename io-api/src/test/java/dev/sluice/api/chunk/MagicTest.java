package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MagicTest {
  private static final byte[] MAGIC = {0x53, (byte) 0xF9, (byte) 0xF9, 0x4C};

  @Test
  void the_magic_and_what_is_one_bit_off_is_found_at_every_place() {
    for (int at = 3; at < 100; at++) {
      for (int bit = -1; bit < 32; bit++) {
        byte[] bytes = new byte[110];
        System.arraycopy(MAGIC, 0, bytes, at, 4);
        if (bit >= 0) {
          bytes[at + bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertThat(Magic.find(bytes, 3, 110, 1)).isEqualTo(at);
        assertThat(Magic.find(bytes, 3, 110, 0)).isEqualTo(bit < 0 ? at : -1);
        assertThat(Magic.find(bytes, at, at + 4, 1)).isEqualTo(at);
        assertThat(Magic.find(bytes, at + 1, 110, 1)).isEqualTo(-1);
        assertThat(Magic.find(bytes, 0, at + 3, 1)).isEqualTo(-1);
      }
    }
  }

  @Test
  void the_first_place_is_found_among_many_middle_bytes() {
    Random random = new Random(42);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[4 + random.nextInt(200)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (MAGIC[random.nextInt(4)] ^ (random.nextInt(20) == 0 ? 4 : 0));
      }
      int from = random.nextInt(4);
      int bits = random.nextInt(2);
      assertThat(Magic.find(bytes, from, bytes.length, bits)).isEqualTo(model(bytes, from, bits));
    }
  }

  private static int model(byte[] bytes, int from, int bits) {
    for (int at = from; at + 4 <= bytes.length; at++) {
      int wrong = 0;
      for (int i = 0; i < 4; i++) {
        wrong += Integer.bitCount((bytes[at + i] ^ MAGIC[i]) & 0xff);
      }
      if (wrong <= bits) {
        return at;
      }
    }
    return -1;
  }

  @Test
  void no_magic_begins_in_a_chunk_and_ends_in_the_magic_of_the_next_nor_with_a_bit_flipped() {
    for (int shift = 1; shift < 4; shift++) {
      int wrong = 0;
      for (int i = 0; i + shift < 4; i++) {
        wrong += Integer.bitCount((MAGIC[i] ^ MAGIC[i + shift]) & 0xff);
      }
      assertThat(wrong).isGreaterThan(2);
    }
  }

  @Test
  void no_length_of_a_chunk_and_its_check_are_near_the_magic() {
    for (int bit = -1; bit < 24; bit++) {
      int rest = 0xF9F953 ^ (bit < 0 ? 0 : 1 << bit);
      byte[] header = {0, 0, 0, 0, 1, (byte) rest, (byte) (rest >> 8), (byte) (rest >> 16), 0, 0};
      header[8] = (byte) Integer.remainderUnsigned(rest << 8 | 1, 253);
      assertThat(Magic.find(header, 1, 10, 1)).isEqualTo(-1);
    }
  }
}
