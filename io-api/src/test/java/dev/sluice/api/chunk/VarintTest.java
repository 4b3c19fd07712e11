package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VarintTest {
  @Test
  void every_power_of_two_and_its_neighbours_come_back() throws Exception {
    for (int bit = 0; bit < 64; bit++) {
      for (long delta = -1; delta <= 1; delta++) {
        long value = (1L << bit) + delta;
        byte[] bytes = new byte[Varint.MAX_BYTES];
        int end = Varint.put(bytes, 0, value);
        Varint.Reader reader = new Varint.Reader(bytes, 0, 0, end);

        assertThat(end).isEqualTo(Varint.size(value));
        assertThat(reader.varint()).isEqualTo(value);
        assertThat(reader.remaining()).isZero();
        assertThat(Varint.unZigZag(Varint.zigZag(value))).isEqualTo(value);
      }
    }
  }

  @Test
  void one_value_has_one_encoding() {
    refused("longer", 0x80, 0x00);
    refused("longer", 0xff, 0x80, 0x00);
    refused("longer", 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02);
  }

  @Test
  void a_varint_that_never_ends_is_refused() {
    refused("more than 10", 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01);
    refused("cut off", 0xff);
    refused("cut off");
  }

  @Test
  void bounds_are_named() {
    Varint.Reader reader = new Varint.Reader(new byte[] {9, 5}, 0, 0, 2);
    assertThatThrownBy(() -> reader.bounded("width", 0, 4))
        .hasMessageContaining("width 9 is not 0 to 4")
        .hasMessageContaining("byte 0");
    assertThatThrownBy(() -> reader.skip(3)).isInstanceOf(MalformedChunkException.class);
    assertThatThrownBy(() -> reader.skip(-1)).isInstanceOf(MalformedChunkException.class);
  }

  private static void refused(String reason, int... bytes) {
    byte[] b = new byte[bytes.length];
    for (int i = 0; i < b.length; i++) {
      b[i] = (byte) bytes[i];
    }
    assertThatThrownBy(() -> new Varint.Reader(b, 0, 0, b.length).varint())
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining(reason);
  }
}
