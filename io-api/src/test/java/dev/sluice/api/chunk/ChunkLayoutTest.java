package dev.sluice.api.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkLayoutTest {
  private static final Accounting PLAIN = Accounting.of(0x1234_5678_9abc_def0L);

  @Test
  void everything_in_a_header_comes_back() throws Exception {
    long[] drops = new long[DropCause.COUNT];
    drops[DropCause.RING_FULL.ordinal()] = 3;
    drops[DropCause.CLOSED.ordinal()] = Long.MAX_VALUE;
    Accounting accounting =
        new Accounting.Builder(-1)
            .name("shop-1 ä")
            .sequence(77)
            .end(true)
            .closeReason(15)
            .emitted(1L << 40)
            .dropped(DropCounts.of(drops))
            .clockOffset(Long.MIN_VALUE)
            .times(Long.MAX_VALUE - 1, Long.MIN_VALUE + 1)
            .build();
    byte[] body = {1, 2, 3};
    Chunk sealed = seal(body, ChunkLayout.COMPRESSION_LZ4, 99, accounting);
    Chunk parsed = ChunkLayout.parse(sealed.toByteArray(), 0, sealed.length());

    assertThat(parsed.header()).isEqualTo(sealed.header());
    assertThat(parsed.accounting()).isEqualTo(accounting);
    assertThat(parsed.header().rawLength()).isEqualTo(99);
    assertThat(parsed.header().recordCount()).isEqualTo(5);
    assertThat(Arrays.copyOfRange(parsed.bodyArray(), parsed.bodyOffset(), parsed.bodyOffset() + 3))
        .isEqualTo(body);
    assertThat(parsed.accounting().producer()).isEqualTo("ffffffffffffffff");
  }

  @Test
  void the_accounting_block_of_a_normal_chunk_is_at_most_40_bytes() {
    Accounting normal =
        new Accounting.Builder(-1)
            .sequence(1_000_000)
            .emitted(1_000_000_000_000L)
            .clockOffset(Long.MIN_VALUE)
            .times(Long.MIN_VALUE, Long.MIN_VALUE + 1_000_000_000L)
            .build();
    Chunk chunk = seal(new byte[10], 0, 0, normal);

    assertThat(chunk.header().length() - ChunkLayout.PEEK_BYTES - 4).isLessThanOrEqualTo(40);
  }

  @Test
  void the_smallest_chunk_is_accepted_and_nothing_shorter() throws Exception {
    Chunk empty = seal(new byte[0], 0, 0, PLAIN);

    assertThat(empty.length()).isEqualTo(ChunkLayout.MIN_CHUNK_BYTES);
    assertThat(ChunkLayout.parse(empty.toByteArray(), 0, empty.length()).header())
        .isEqualTo(empty.header());
    assertThatThrownBy(() -> ChunkLayout.parse(empty.toByteArray(), 0, empty.length() - 1))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining("shorter");
  }

  @Test
  void every_single_bit_flip_is_refused() {
    byte[] good = seal(new byte[100], 0, 0, PLAIN).toByteArray();
    for (int bit = 0; bit < good.length * 8; bit++) {
      byte[] bad = good.clone();
      bad[bit >> 3] ^= (byte) (1 << (bit & 7));
      refused(bad);
    }
  }

  @Test
  void every_truncation_and_every_extension_is_refused() {
    byte[] good = seal(new byte[100], 0, 0, PLAIN).toByteArray();
    for (int length = 0; length < good.length; length++) {
      refused(Arrays.copyOf(good, length));
    }
    refused(Arrays.copyOf(good, good.length + 1));
  }

  @Test
  void mutations_with_a_right_crc_end_in_a_chunk_or_in_the_one_exception() {
    Random random = new Random(42);
    byte[] good = seal(new byte[20], ChunkLayout.COMPRESSION_LZ4, 50, named()).toByteArray();
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] bad = good.clone();
      for (int k = random.nextInt(4); k >= 0; k--) {
        bad[random.nextInt(bad.length - 4)] = (byte) random.nextInt();
      }
      fixCrc(bad);
      try {
        ChunkLayout.parse(bad, 0, bad.length);
        accepted++;
      } catch (MalformedChunkException e) {
        assertThat(e.position()).isBetween(0L, (long) bad.length);
        refused++;
      }
    }
    assertThat(accepted).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void unknown_flags_are_refused() throws Exception {
    byte[] bytes = seal(new byte[20], 0, 0, PLAIN).toByteArray();
    bytes[9] = 0x40;
    fixCrc(bytes);
    assertThatThrownBy(() -> ChunkLayout.parse(bytes, 0, bytes.length))
        .hasMessageContaining("needs header flags 0x40");
  }

  @Test
  void an_unknown_version_is_named() {
    byte[] bytes = seal(new byte[20], 0, 0, PLAIN).toByteArray();
    lengths(bytes, 2);
    fixCrc(bytes);
    assertThatThrownBy(() -> ChunkLayout.parse(bytes, 0, bytes.length))
        .hasMessageContaining("version 2 is not known");
  }

  private static Accounting named() {
    long[] drops = new long[DropCause.COUNT];
    Arrays.fill(drops, 200);
    return new Accounting.Builder(1)
        .name("name")
        .sequence(300)
        .emitted(70_000)
        .dropped(DropCounts.of(drops))
        .clockOffset(5)
        .times(1_000, 2_000)
        .build();
  }

  private static void lengths(byte[] bytes, int version) {
    int lengths = bytes.length - ChunkLayout.PEEK_BYTES << 8 | version;
    for (int i = 0; i < 4; i++) {
      bytes[4 + i] = (byte) (lengths >>> 8 * i);
    }
    bytes[8] = (byte) Integer.remainderUnsigned(lengths, 253);
  }

  private static void fixCrc(byte[] bytes) {
    int crc = ChunkLayout.crc(bytes, 0, bytes.length - 4);
    for (int i = 0; i < 4; i++) {
      bytes[bytes.length - 4 + i] = (byte) (crc >>> 8 * i);
    }
  }

  private static void refused(byte[] bytes) {
    try {
      ChunkLayout.parse(bytes, 0, bytes.length);
      fail("accepted");
    } catch (MalformedChunkException expected) {
      assertThat(expected.reason()).isNotEmpty();
    }
  }

  private static Chunk seal(byte[] body, int compression, int rawLength, Accounting accounting) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    ChunkHeader header =
        ChunkHeader.of(1, body.length, body.length == 0 ? 0 : 5, accounting)
            .compressed(compression, rawLength);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  @Test
  void causes_of_drops_that_are_not_known_are_kept_and_numbered() throws Exception {
    long[] drops = new long[DropCause.MAX];
    for (int i = 0; i < drops.length; i++) {
      drops[i] = i;
    }
    Accounting accounting = new Accounting.Builder(1).dropped(DropCounts.of(drops)).build();
    byte[] sealed = seal(new byte[0], 0, 0, accounting).toByteArray();
    DropCounts dropped = ChunkLayout.parse(sealed, 0, sealed.length).accounting().dropped();

    assertThat(dropped).isEqualTo(accounting.dropped());
    assertThat(dropped.total()).isEqualTo(63 * 32);
    assertThat(dropped.byLabel()).containsEntry("closed", 7L).containsEntry("cause_63", 63L);
    assertThat(DropCounts.ofLabels(dropped.byLabel())).isEqualTo(dropped);
  }
}
