package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyedHashTest {
  private static final BigInteger WORD = BigInteger.ONE.shiftLeft(Long.SIZE);

  private final Random random = new Random(1);

  /** The vectors of the reference implementation: key 00 to 0f, input 00, 01, 02 and so on. */
  @ParameterizedTest
  @CsvSource({
    "0, a3817f04ba25a8e66df67214c7550293",
    "1, da87c1d86b99af44347659119b22fc45",
    "7, a1f1ebbed8dbc153c0b84aa61ff08239",
    "8, 3b62a9ba6258f5610f83e264f31497b4",
    "15, 5493e99933b0a8117e08ec0f97cfc3d9",
    "63, 5150d1772f50834a503e069a973fbd7c"
  })
  void words_are_hashed_as_the_reference_implementation_of_siphash_does(int length, String hash) {
    ByteBuffer input =
        ByteBuffer.allocate(length / Long.BYTES * Long.BYTES + Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < length; i++) {
      input.put(i, (byte) i);
    }
    input.put(input.capacity() - 1, (byte) length);
    SipHash sip = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
    while (input.remaining() > Long.BYTES) {
      sip.update(input.getLong());
    }
    long[] words = sip.finish(input.getLong());

    String text =
        new KeyedHash.Value(Long.reverseBytes(words[0]), Long.reverseBytes(words[1])).toString();
    assertThat(text).isEqualTo(hash);
  }

  /** Sums of products as the Javadoc says them, in numbers without bounds. */
  private static KeyedHash.Value plain(long key0, long key1, byte[] bytes) {
    long[] pad = new long[130];
    for (int i = 0; i < pad.length; i += 2) {
      System.arraycopy(new SipHash(key0, key1).finish(-1 - i), 0, pad, i, 2);
    }
    ByteBuffer in =
        ByteBuffer.wrap(Arrays.copyOf(bytes, (bytes.length / 16 + 1) * 16))
            .order(ByteOrder.LITTLE_ENDIAN);
    SipHash sip = new SipHash(key0, key1);
    int pairs = bytes.length / 16;
    for (int first = 0; first < pairs; first += 64) {
      for (int pass = 0; pass < 2; pass++) {
        BigInteger low = BigInteger.ZERO;
        BigInteger high = BigInteger.ZERO;
        for (int i = first; i < Math.min(pairs, first + 64); i++) {
          long x = in.getLong(16 * i) + pad[2 * (i - first + pass)];
          long y = in.getLong(16 * i + 8) + pad[2 * (i - first + pass) + 1];
          BigInteger product = BigInteger.valueOf(x).multiply(BigInteger.valueOf(y));
          low = low.add(product.mod(WORD));
          high = high.add(product.shiftRight(Long.SIZE));
        }
        sip.update(low.longValue());
        sip.update(high.longValue());
      }
    }
    sip.update(in.getLong(16 * pairs));
    sip.update(in.getLong(16 * pairs + 8));
    long[] words = sip.finish(bytes.length);
    return new KeyedHash.Value(words[0], words[1]);
  }

  @Test
  void bytes_of_every_length_are_hashed_as_the_plain_reckoning_does() {
    for (int length = 0; length < 3_000; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      long key0 = random.nextLong();
      long key1 = random.nextLong();
      byte[] within = new byte[length + 13];
      System.arraycopy(bytes, 0, within, 7, length);

      assertThat(new KeyedHash(key0, key1).of(within, 7, length))
          .as("%d bytes", length)
          .isEqualTo(plain(key0, key1, bytes));
    }
  }

  @Test
  void each_bit_and_the_length_change_each_half_of_the_hash() {
    KeyedHash hash = new KeyedHash(random.nextLong(), random.nextLong());
    for (int length : List.of(1, 16, 40, 1_024, 1_039, 1_040, 2_100)) {
      byte[] bytes = new byte[length];
      Set<Long> halves = new HashSet<>();
      for (int bit = 0; bit < length * Byte.SIZE; bit++) {
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        KeyedHash.Value value = hash.of(bytes, 0, length);
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        halves.addAll(List.of(value.first(), value.second()));
      }
      KeyedHash.Value shorter = hash.of(bytes, 0, length - 1);
      KeyedHash.Value whole = hash.of(bytes, 0, length);
      halves.addAll(List.of(shorter.first(), shorter.second(), whole.first(), whole.second()));
      assertThat(halves).hasSize(2 * (length * Byte.SIZE + 2));
    }
  }

  @Test
  void another_key_makes_another_hash_and_the_same_key_the_same() {
    byte[] bytes = new byte[100];
    KeyedHash hash = new KeyedHash(1, 2);

    assertThat(KeyedHash.withKey(hash.key()).of(bytes, 0, 100)).isEqualTo(hash.of(bytes, 0, 100));
    assertThat(new KeyedHash(1, 3).of(bytes, 0, 100)).isNotEqualTo(hash.of(bytes, 0, 100));
    assertThat(new KeyedHash(0, 2).of(bytes, 0, 100)).isNotEqualTo(hash.of(bytes, 0, 100));
  }

  @Test
  void a_hash_is_thirty_two_digits() {
    KeyedHash.Value value = new KeyedHash.Value(-1, 10);

    assertThat(value).hasToString("ffffffffffffffff000000000000000a");
    assertThat(KeyedHash.Value.parse(value.toString())).isEqualTo(value);
    for (String other : List.of("", "1", "f".repeat(31), "f".repeat(33), "g".repeat(32))) {
      assertThatThrownBy(() -> KeyedHash.Value.parse(other))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
