package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our LZ4 blocks against the library's, and with a history, which the library does not know. */
class Lz4Test {
  private static final byte[] NONE = {};

  private static byte[] text(int seed, int length) {
    Random random = new Random(seed);
    String[] words = {"java.lang.String", "void ", "get", "a", "(", "public ", "xyzzy", "\u00e4"};
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (out.size() < length) {
      int word = random.nextInt(words.length + 2);
      out.writeBytes(
          word < words.length
              ? words[word].getBytes(StandardCharsets.UTF_8)
              : new byte[] {(byte) random.nextInt(), (byte) random.nextInt()});
    }
    return Arrays.copyOf(out.toByteArray(), length);
  }

  private static byte[] encode(byte[] history, byte[] source) {
    byte[] all = Arrays.copyOf(history, history.length + source.length);
    System.arraycopy(source, 0, all, history.length, source.length);
    byte[] target = new byte[source.length + source.length / 255 + 32];
    int end =
        new Lz4Encoder(history)
            .encode(all, history.length, source.length, target, 3, target.length);
    assertThat(end).isPositive();
    return Arrays.copyOfRange(target, 3, end);
  }

  private static byte[] decode(byte[] history, byte[] block, int length)
      throws MalformedChunkException {
    Varint.Reader in = new Varint.Reader(block, 0, 0, block.length);
    byte[] out =
        new Lz4Decoder()
            .decode(block, 0, block.length, history.clone(), history.length, length, in);
    assertThat(Arrays.copyOf(out, history.length)).isEqualTo(history);
    return Arrays.copyOfRange(out, history.length, history.length + length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 11, 12, 13, 16, 100, 270, 4000, 70_000, 300_000})
  void blocks_agree_with_the_library_in_both_directions(int length) throws Exception {
    for (byte[] source : new byte[][] {text(length, length), new byte[length]}) {
      byte[] ours = encode(NONE, source);
      assertThat(decode(NONE, ours, length)).isEqualTo(source);
      assertThat(LZ4Factory.safeInstance().safeDecompressor().decompress(ours, length))
          .isEqualTo(source);
      byte[] theirs = LZ4Factory.safeInstance().fastCompressor().compress(source);
      assertThat(decode(NONE, theirs, length)).isEqualTo(source);
    }
  }

  @Test
  void a_history_makes_blocks_shorter_and_is_needed_to_read_them() throws Exception {
    byte[] history = StaticStrings.FIRST.bytes();
    byte[] source = "public static final java.lang.String a.B.c(java.lang.Object)".getBytes();
    byte[] block = encode(history, source);

    assertThat(block.length).isLessThan(encode(NONE, source).length - 10);
    assertThat(decode(history, block, source.length)).isEqualTo(source);
    assertThatThrownBy(() -> decode(NONE, block, source.length))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining("reaches back");
  }

  @Test
  void an_encoder_without_room_says_so_and_writes_nothing_behind_its_limit() {
    byte[] source = text(1, 1000);
    int needed = encode(NONE, source).length;
    for (int room = 0; room < needed; room++) {
      byte[] target = new byte[needed + 16];
      int end = new Lz4Encoder(NONE).encode(source, 0, source.length, target, 0, room);
      assertThat(end).isEqualTo(-1);
      for (int i = room; i < target.length; i++) {
        assertThat(target[i]).isZero();
      }
    }
  }

  @Test
  void damaged_blocks_are_refused_or_give_the_announced_length() throws Exception {
    byte[] source = text(7, 600);
    byte[] block = encode(NONE, source);
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(block, block.length - random.nextInt(3));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        assertThat(decode(NONE, damaged, source.length)).hasSize(source.length);
      } catch (MalformedChunkException e) {
        assertThat(e.reason()).contains("LZ4 block");
      }
    }
  }
}
