package dev.sluice.support;

import static dev.sluice.support.ScannedStream.chunk;
import static dev.sluice.support.ScannedStream.claiming;
import static dev.sluice.support.ScannedStream.concat;
import static dev.sluice.support.ScannedStream.resealed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkScannerTest {
  private static final byte[] A = chunk(0, body(100, 1));
  private static final byte[] B = chunk(1, body(300, 2));
  private static final byte[] C = chunk(2, body(50, 3));
  private static final byte[] ABC = concat(A, B, C);
  private static final int TYPICAL_READ = 8192;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, TYPICAL_READ})
  void chunks_come_in_order_however_the_bytes_come(int bytesPerRead) {
    ScannedStream found = ScannedStream.of(ABC, bytesPerRead);

    assertThat(found.chunks).containsExactly(A, B, C);
    assertThat(found.positions).containsExactly(0L, (long) A.length, (long) (A.length + B.length));
    assertThat(found.damages).isEmpty();
  }

  @Test
  void nothing_is_in_an_empty_stream() {
    ScannedStream found = ScannedStream.of(new byte[0]);

    assertThat(found.chunks).isEmpty();
    assertThat(found.damages).isEmpty();
  }

  @Test
  void every_truncation_keeps_the_whole_chunks_and_reports_the_torn_tail() {
    for (int length = 1; length < ABC.length; length++) {
      ScannedStream found = ScannedStream.of(Arrays.copyOf(ABC, length), 64);
      int whole = length < A.length ? 0 : length < A.length + B.length ? 1 : 2;
      long wholeBytes = found.chunks.stream().mapToLong(c -> c.length).sum();

      assertThat(found.chunks).hasSize(whole);
      if (wholeBytes < length) {
        assertThat(found.reasons()).containsExactly("torn tail");
        assertThat(found.damages.get(0).position())
            .isEqualTo(new SourcePosition("stream", wholeBytes));
        assertThat(found.damages.get(0).length()).isEqualTo(length - wholeBytes);
      }
    }
  }

  @Test
  void every_bit_flip_in_a_chunk_costs_that_chunk_and_no_other() {
    for (int bit = 0; bit < B.length * 8; bit++) {
      byte[] bytes = ABC.clone();
      bytes[A.length + bit / 8] ^= (byte) (1 << bit % 8);
      ScannedStream found = ScannedStream.of(bytes);

      assertThat(found.chunks).as("bit %d", bit).containsExactly(A, C);
      assertThat(found.damages).hasSize(1);
      assertThat(found.damages.get(0).position().offset()).isEqualTo(A.length);
      assertThat(found.damages.get(0).length()).isEqualTo(B.length);
      assertThat(found.damages.get(0).bytes())
          .isEqualTo(Arrays.copyOfRange(bytes, A.length, A.length + B.length));
    }
  }

  @Test
  void length_of_the_chunk_that_is_awaited_is_known_from_its_header_on() throws Exception {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    ScannedStream found = new ScannedStream();
    byte[] large = chunk(1, body(300_000, 9));
    byte[] all = concat(A, large, A);
    scanner.reset("stream", 0);
    int at = 0;
    for (int end : new int[] {A.length, A.length + 8, A.length + 9, A.length + 200_000}) {
      at = fill(scanner, all, at, end);
      assertThat(scanner.next(found)).isEqualTo(end == A.length);
      assertThat(scanner.awaitedBytes()).isEqualTo(end < A.length + 9 ? 0 : large.length);
    }
    fill(scanner, all, at, all.length - 1);
    assertThat(scanner.next(found)).isTrue();
    scanner.trim();
    assertThat(scanner.next(found)).isFalse();
    assertThat(scanner.awaitedBytes()).isEqualTo(A.length);
    fill(scanner, all, all.length - 1, all.length);
    assertThat(scanner.next(found)).isTrue();
    assertThat(found.chunks).containsExactly(A, large, A);
    assertThat(scanner.awaitedBytes()).isZero();
  }

  @Test
  void buffer_grows_with_what_came_and_not_with_what_a_chunk_claims() throws Exception {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    ScannedStream found = new ScannedStream();
    byte[] large = chunk(1, body(1_000_000, 9));
    scanner.reset("stream", 0);
    int at = 0;
    while (at < large.length) {
      int room = scanner.nextBufferBytes();
      assertThat(room).isLessThanOrEqualTo(Math.max(ChunkScanner.READ_BLOCK, 2 * at));
      at = fill(scanner, large, at, Math.min(at + TYPICAL_READ, large.length));
      assertThat(scanner.nextBufferBytes()).isGreaterThanOrEqualTo(room);
      scanner.next(found);
    }
    assertThat(found.chunks).containsExactly(large);
  }

  private static int fill(ChunkScanner scanner, byte[] bytes, int at, int end) throws IOException {
    int[] next = {at};
    while (next[0] < end) {
      scanner.fill(
          (into, from, length) -> {
            int count = Math.min(length, end - next[0]);
            System.arraycopy(bytes, next[0], into, from, count);
            next[0] += count;
            return count;
          });
    }
    return end;
  }

  @Test
  void a_wrong_length_does_not_swallow_what_follows() {
    byte[] longer = claiming(B.clone(), 5_000_000);
    ScannedStream found = ScannedStream.of(concat(A, longer, C, A));

    assertThat(found.chunks).containsExactly(A, C, A);
    assertThat(found.reasons()).containsExactly("chunk is cut off");
  }

  @Test
  void a_chunk_within_a_chunk_is_payload() {
    byte[] outer = chunk(5, concat(body(10, 4), ABC, body(10, 5)));
    ScannedStream found = ScannedStream.of(concat(A, outer, C), 16);

    assertThat(found.chunks).containsExactly(A, outer, C);
    assertThat(found.damages).isEmpty();
  }

  @Test
  void nothing_from_inside_a_damaged_chunk_is_handed_over() {
    byte[] outer = outer();
    for (int bit = 0; bit < 8 * outer.length; bit++) {
      byte[] flipped = outer.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      ScannedStream found = ScannedStream.of(concat(A, flipped, B, C), 100);

      assertThat(found.chunks).as("bit %d is wrong", bit).containsExactly(A, B, C);
      assertThat(found.damages).extracting(Damage::length).containsExactly((long) outer.length);
    }
  }

  @Test
  void nothing_from_inside_a_cut_off_chunk_is_handed_over() {
    byte[] outer = outer();
    for (int at = 1; at < outer.length; at++) {
      byte[] torn = Arrays.copyOf(outer, at);
      byte[] rest = Arrays.copyOfRange(outer, at, outer.length);
      assertThat(ScannedStream.of(concat(A, torn), 100).chunks)
          .as("cut off at %d", at)
          .containsExactly(A);
      assertThat(ScannedStream.of(concat(torn, B, C), 100).chunks)
          .as("cut off at %d, and others behind it", at)
          .containsExactly(B, C);
      assertThat(ScannedStream.of(concat(rest, B, C), 100).chunks)
          .as("begun at %d", at)
          .containsExactly(B, C);
    }
  }

  private static byte[] outer() {
    byte[] near = B.clone();
    near[1] ^= 4;
    return chunk(5, concat(body(10, 4), ABC, near, ABC, body(10, 5)));
  }

  @Test
  void garbage_between_chunks_is_one_damage_with_its_start_and_length() {
    byte[] garbage = body(3 * ChunkScanner.READ_BLOCK, 6);
    ScannedStream found = ScannedStream.of(concat(A, garbage, B), 1000);

    assertThat(found.chunks).containsExactly(A, B);
    assertThat(found.damages)
        .containsExactly(
            new Damage(
                new SourcePosition("stream", A.length),
                garbage.length,
                "no chunk starts here",
                garbage));
  }

  @Test
  void a_damage_keeps_no_more_bytes_than_a_chunk_may_have() {
    byte[] garbage = body(200_000, 7);
    ScannedStream found =
        new ScannedStream().scan(new ChunkScanner(1000), concat(garbage, A), 4096);

    assertThat(found.chunks).containsExactly(A);
    assertThat(found.damages.get(0).length()).isEqualTo(garbage.length);
    assertThat(found.damages.get(0).bytes()).isEqualTo(Arrays.copyOf(garbage, 1000));
  }

  @Test
  void another_version_or_unknown_flags_with_a_right_crc_are_skipped_whole() {
    byte[] version = another(9);
    byte[] flags = chunk(1, body(20, 8));
    flags[9] = (byte) 0x80;
    resealed(flags);
    ScannedStream found = ScannedStream.of(concat(A, version, flags, C));

    assertThat(found.chunks).containsExactly(A, C);
    assertThat(found.damages)
        .extracting(Damage::length)
        .containsExactly((long) version.length, (long) flags.length);
    assertThat(found.damages.get(0).reason()).contains("version 9 is not known");
    assertThat(found.damages.get(1).reason()).contains("needs header flags 0x80");
  }

  @Test
  void random_bytes_are_damage_and_no_byte_is_lost() {
    Random random = new Random(42);
    for (int round = 0; round < 300; round++) {
      byte[] bytes = new byte[random.nextInt(5000)];
      random.nextBytes(bytes);
      for (int i = random.nextInt(20); i > 0 && bytes.length > 100; i--) {
        System.arraycopy(A, 0, bytes, random.nextInt(bytes.length - 40), random.nextInt(40));
      }
      ScannedStream found = ScannedStream.of(bytes, 1 + random.nextInt(700));

      assertThat(found.bytes()).as("round %d", round).isEqualTo(bytes.length);
      assertThat(found.chunks).isEmpty();
    }
  }

  @Test
  void damaged_streams_are_cut_the_same_way_however_the_bytes_come() {
    Random random = new Random(43);
    for (int round = 0; round < 100; round++) {
      byte[] bytes = concat(ABC, chunk(3, body(100_000, round)), ABC, ABC);
      for (int i = random.nextInt(6); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      ScannedStream atOnce = ScannedStream.of(bytes);
      ScannedStream inPieces = ScannedStream.of(bytes, 1 + random.nextInt(3000));

      assertThat(inPieces.chunks).as("round %d", round).containsExactlyElementsOf(atOnce.chunks);
      assertThat(inPieces.damages).containsExactlyElementsOf(atOnce.damages);
      assertThat(atOnce.bytes()).isEqualTo(bytes.length);
    }
  }

  /** Quadratic work takes minutes; how busy the machine is does not matter. */
  private static ScannedStream scannedWithin20SecondsOfProcessorTime(byte[] bytes) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    ScannedStream found = ScannedStream.of(bytes);
    assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(20_000_000_000L);
    return found;
  }

  @Test
  void a_stream_of_false_headers_that_claim_megabytes_is_no_quadratic_work() {
    byte[] header = claiming(Arrays.copyOf(A, 24), 3 << 20);
    byte[] evil = new byte[4 << 20];
    for (int i = 0; i + header.length <= evil.length; i += header.length) {
      System.arraycopy(header, 0, evil, i, header.length);
    }
    ScannedStream found = scannedWithin20SecondsOfProcessorTime(concat(evil, A));

    assertThat(found.chunks).containsExactly(A);
    assertThat(found.damages).extracting(Damage::length).containsExactly((long) evil.length);
  }

  @Test
  void false_headers_between_good_chunks_are_no_quadratic_work() {
    byte[] header = claiming(Arrays.copyOf(A, 24), 3 << 20);
    byte[] pair = concat(chunk(1, new byte[0]), header);
    byte[] evil = new byte[pair.length * 60_000];
    for (int i = 0; i < evil.length; i += pair.length) {
      System.arraycopy(pair, 0, evil, i, pair.length);
    }
    ScannedStream found = scannedWithin20SecondsOfProcessorTime(evil);

    assertThat(found.chunks).hasSize(60_000);
    assertThat(found.bytes()).isEqualTo(evil.length);
  }

  @Test
  void a_huge_claim_takes_no_memory_that_did_not_come() throws Exception {
    byte[] header = claiming(Arrays.copyOf(A, 24), ChunkLayout.MAX_CHUNK_BYTES - 100);
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset("stream", 0);
    int[] room = {0};
    ChunkScanner.Source once =
        (b, from, length) -> {
          System.arraycopy(header, 0, b, from, header.length);
          room[0] = b.length;
          return header.length;
        };
    scanner.fill(once);
    assertThat(scanner.next(new ScannedStream())).isFalse();
    scanner.fill(once);

    assertThat(room[0]).isEqualTo(ChunkScanner.READ_BLOCK);
  }

  @Test
  void the_largest_chunk_is_found_after_another() {
    byte[] largest = chunk(1, body(ChunkLayout.MAX_CHUNK_BYTES - 36, 9));
    assertThat(largest).hasSize(ChunkLayout.MAX_CHUNK_BYTES);

    ScannedStream found = ScannedStream.of(concat(A, largest, C));

    assertThat(found.chunks).containsExactly(A, largest, C);
  }

  @Test
  void what_a_throwing_handler_got_comes_again() throws Exception {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset("stream", 0);
    scanner.fill(
        (b, from, length) -> {
          System.arraycopy(A, 0, b, from, A.length);
          return A.length;
        });
    ChunkHandler throwing =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            throw new IllegalStateException("not now");
          }

          @Override
          public void damaged(Damage damage) {}
        };
    assertThatThrownBy(() -> scanner.next(throwing)).hasMessage("not now");
    ScannedStream second = new ScannedStream();

    assertThat(scanner.next(second)).isTrue();
    assertThat(second.chunks).containsExactly(A);
  }

  @Test
  void a_damage_can_be_had_before_the_next_chunk_comes() throws Exception {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset("stream", 1000);
    byte[] bytes = concat(body(30, 1), Arrays.copyOf(A, 12));
    scanner.fill(
        (b, from, length) -> {
          System.arraycopy(bytes, 0, b, from, bytes.length);
          return bytes.length;
        });
    ScannedStream found = new ScannedStream();
    assertThat(scanner.next(found)).isFalse();
    assertThat(scanner.flush(found)).isTrue();

    assertThat(found.damages).extracting(Damage::length).containsExactly(30L);
    assertThat(scanner.position()).isEqualTo(1030);
    assertThat(scanner.fillPosition()).isEqualTo(1042);
    assertThat(scanner.flush(found)).isFalse();
  }

  @Test
  void a_torn_chunk_is_not_waited_for_once_another_begins_behind_it() throws Exception {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset("stream", 0);
    byte[] torn = Arrays.copyOf(chunk(9, body(100_000, 9)), 1000);
    ScannedStream found = new ScannedStream();
    fill(scanner, torn);
    assertThat(scanner.next(found)).isFalse();
    assertThat(scanner.awaitedBytes()).isGreaterThan(100_000);
    fill(scanner, Arrays.copyOf(A, 50));
    assertThat(scanner.next(found)).isFalse();
    assertThat(scanner.awaitedBytes()).isEqualTo(A.length);
    fill(scanner, concat(Arrays.copyOfRange(A, 50, A.length), B));
    while (scanner.next(found)) {
      // found has it
    }

    assertThat(found.chunks).containsExactly(A, B);
    assertThat(found.damages).hasSize(1);
    assertThat(found.damages.get(0).length()).isEqualTo(torn.length);
    assertThat(found.reasons()).containsExactly("chunk is cut off");
  }

  private static void fill(ChunkScanner scanner, byte[] bytes) throws Exception {
    scanner.fill(
        (b, from, length) -> {
          System.arraycopy(bytes, 0, b, from, bytes.length);
          return bytes.length;
        });
  }

  private static byte[] body(int length, int seed) {
    byte[] body = new byte[length];
    new Random(seed).nextBytes(body);
    return body;
  }

  /** A chunk of another version. */
  private static byte[] another(int version) {
    byte[] chunk = chunk(1, concat(body(20, 8), ABC));
    int lengths = chunk.length - ChunkLayout.PEEK_BYTES << 8 | version;
    ByteBuffer.wrap(chunk)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(4, lengths)
        .put(8, (byte) Integer.remainderUnsigned(lengths, 253));
    return resealed(chunk);
  }
}
