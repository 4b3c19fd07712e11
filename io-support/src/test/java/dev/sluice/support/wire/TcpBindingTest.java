package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TcpBindingTest {
  private static final Answer FIFTH = Answer.acknowledged(0x0102030405060708L, 5);

  @Test
  void acknowledgement_has_the_bytes_of_the_specification() {
    assertThat(HexFormat.of().withUpperCase().formatHex(FIFTH.toByteArray()))
        .isEqualTo("534C41CE0101000008070605040302010500000000000000C38AF173");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void every_kind_is_read_as_it_was_written_wherever_it_lies(Kind kind) throws Exception {
    Answer answer = kind == Kind.ACKNOWLEDGED ? Answer.acknowledged(-1, 1L << 62) : Answer.of(kind);
    byte[] bytes = new byte[TcpBinding.ANSWER_BYTES + 10];
    System.arraycopy(answer.toByteArray(), 0, bytes, 7, TcpBinding.ANSWER_BYTES);
    assertThat(Answer.parse(bytes, 7)).isEqualTo(answer);
  }

  @Test
  void every_bit_flip_is_refused() {
    for (int bit = 0; bit < TcpBinding.ANSWER_BYTES * 8; bit++) {
      byte[] bytes = FIFTH.toByteArray();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> Answer.parse(bytes, 0))
          .as("bit %d", bit)
          .isInstanceOf(MalformedChunkException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, wrong magic, 0",
    "4, 3, version 3 is, 4",
    "5, 3, kind 3 and reason 0, 5",
    "5, 0, must be zero, 7",
    "5, 2, kind 2 and reason 0, 5",
    "6, 1, kind 1 and reason 1, 5",
    "7, 1, must be zero, 7",
    "23, 128, must be zero, 7"
  })
  void wrong_field_is_named_even_if_the_crc_is_right(
      int at, int value, String reason, long position) {
    byte[] bytes = FIFTH.toByteArray();
    bytes[at] = (byte) value;
    reseal(bytes);
    assertThatThrownBy(() -> Answer.parse(bytes, 0))
        .isInstanceOfSatisfying(
            MalformedChunkException.class, e -> assertThat(e.position()).isEqualTo(position))
        .hasMessageContaining(reason);
  }

  @Test
  void random_bytes_with_a_right_crc_end_in_the_one_exception_or_are_written_back_the_same() {
    Random random = new Random(7);
    int right = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = FIFTH.toByteArray();
      for (int change = random.nextInt(3); change >= 0; change--) {
        bytes[4 + random.nextInt(20)] = (byte) random.nextInt(256);
      }
      reseal(bytes);
      try {
        assertThat(Answer.parse(bytes, 0).toByteArray()).isEqualTo(bytes);
        right++;
      } catch (MalformedChunkException e) {
        assertThat(e.position()).isBetween(0L, (long) TcpBinding.ANSWER_BYTES);
      }
    }
    assertThat(right).isPositive();
  }

  private static void reseal(byte[] bytes) {
    int crcAt = TcpBinding.ANSWER_BYTES - ChunkLayout.CRC_BYTES;
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(crcAt, ChunkLayout.crc(bytes, 0, crcAt));
  }
}
