package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkSignerTest {
  private static final byte[] OLD = key(1);
  private static final byte[] NEW = key(2);
  private final Random random = new Random(42);

  private static byte[] key(int seed) {
    byte[] key = new byte[32];
    new Random(seed).nextBytes(key);
    return key;
  }

  private static ChunkSigner signer(byte[]... keys) {
    return new ChunkSigner(List.of(keys));
  }

  private static Chunk seal(byte[] body, ChunkSigner signer) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    ChunkHeader header =
        ChunkHeader.of(1, body.length, 5, new Accounting.Builder(7).sequence(3).build())
            .with(Attributes.of(Map.of("service", "shop")));
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header, signer);
  }

  private byte[] body(boolean masked) {
    byte[] body = new byte[40];
    random.nextBytes(body);
    if (masked) {
      System.arraycopy(new byte[] {0x53, (byte) 0xF9, (byte) 0xF9, 0x4C}, 0, body, 9, 4);
    }
    return body;
  }

  private static Chunk parse(byte[] bytes) throws MalformedChunkException {
    return ChunkLayout.parse(bytes, 0, bytes.length);
  }

  private static boolean isGenuine(ChunkSigner signer, Chunk chunk) {
    try {
      signer.verify(chunk);
      return true;
    } catch (MalformedChunkException e) {
      assertThat(e.reason())
          .isIn("chunk is not signed", "signature is of no key that is known here");
      return false;
    }
  }

  @Test
  void a_chunk_is_genuine_for_who_has_the_key_and_for_nobody_else() throws Exception {
    for (int i = 0; i < 200; i++) {
      byte[] body = body(i % 2 == 0);
      Chunk sealed = seal(body, signer(NEW, OLD));
      Chunk chunk = parse(sealed.toByteArray());

      assertThat(chunk.header()).isEqualTo(sealed.header());
      assertThat(chunk.header().signed()).isTrue();
      int from = chunk.bodyOffset();
      assertThat(Arrays.copyOfRange(chunk.bodyArray(), from, from + body.length)).isEqualTo(body);
      for (Chunk one : List.of(sealed, chunk, sealed.copy())) {
        assertThat(isGenuine(signer(NEW), one)).isTrue();
        assertThat(isGenuine(signer(OLD, NEW), one)).isTrue();
        assertThat(isGenuine(signer(OLD), one)).isFalse();
      }
    }
  }

  @Test
  void a_chunk_of_which_any_bit_was_changed_is_refused_with_a_right_crc_too() throws Exception {
    for (boolean masked : new boolean[] {false, true}) {
      byte[] genuine = seal(body(masked), signer(NEW)).toByteArray();
      int parsed = 0;
      for (int bit = 0; bit < 8 * (genuine.length - ChunkLayout.CRC_BYTES); bit++) {
        byte[] forged = genuine.clone();
        forged[bit / 8] ^= (byte) (1 << bit % 8);
        int crc = ChunkLayout.crc(forged, 0, forged.length - ChunkLayout.CRC_BYTES);
        for (int i = 0; i < ChunkLayout.CRC_BYTES; i++) {
          forged[forged.length - ChunkLayout.CRC_BYTES + i] = (byte) (crc >>> 8 * i);
        }
        try {
          Chunk chunk = parse(forged);
          parsed++;
          assertThat(isGenuine(signer(NEW), chunk)).as("bit %d", bit).isFalse();
        } catch (MalformedChunkException e) {
          assertThat(e.reason()).isNotEmpty();
        }
      }
      assertThat(parsed).as("chunks that only the signature gives away").isGreaterThan(400);
    }
  }

  @Test
  void a_chunk_that_is_sealed_again_without_a_key_is_not_signed_any_more() throws Exception {
    Chunk signed = seal(body(false), signer(NEW));
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 40 + ChunkLayout.CRC_BYTES];
    Chunk again = ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, signed.header());

    assertThat(again.header().signed()).isFalse();
    assertThat(again.header().attributes()).isEqualTo(signed.header().attributes());
    assertThat(isGenuine(signer(NEW), parse(again.toByteArray()))).isFalse();
  }

  @Test
  void a_reader_without_keys_reads_a_signed_chunk_as_any_other() throws Exception {
    byte[] body = body(false);
    Chunk unsigned = parse(seal(body, null).toByteArray());
    Chunk signed = parse(seal(body, signer(NEW)).toByteArray());

    assertThat(signed.accounting()).isEqualTo(unsigned.accounting());
    assertThat(signed.header().attributes()).isEqualTo(unsigned.header().attributes());
    assertThat(signed.length()).isEqualTo(unsigned.length() + 34);
  }

  @Test
  void keys_are_one_to_sixteen_of_32_to_64_bytes() {
    byte[][] many = new byte[17][];
    Arrays.fill(many, NEW);
    assertThat(isGenuine(signer(Arrays.copyOf(many, 16)), seal(body(true), signer(NEW)))).isTrue();
    for (byte[][] keys : new byte[][][] {{}, many, {new byte[31]}, {NEW, new byte[65]}}) {
      assertThatThrownBy(() -> signer(keys)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
