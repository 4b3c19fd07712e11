package dev.sluice.support;

import static dev.sluice.support.ScannedStream.chunk;
import static dev.sluice.support.ScannedStream.concat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.ChunkLayout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of what a scanner holds and takes. */
class ChunkScannerRoomTest {
  private static final int BLOCK = ChunkScanner.READ_BLOCK;
  private static final byte[] SMALL = chunk(0, new byte[100]);

  private final ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
  private final ScannedStream found = new ScannedStream();

  @BeforeEach
  void begin() {
    scanner.reset("stream", 0);
  }

  private void fill(byte[] bytes) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    while (in.available() > 0) {
      scanner.fill(in::read);
    }
  }

  /** A chunk of that many bytes in all. */
  private static byte[] ofLength(int bytes) {
    byte[] some = chunk(0, new byte[bytes - 30]);
    byte[] exact = chunk(0, new byte[bytes - 30 + bytes - some.length]);
    assertThat(exact).hasSize(bytes);
    return exact;
  }

  @ParameterizedTest
  @ValueSource(ints = {ChunkLayout.MIN_CHUNK_BYTES - 1, ChunkLayout.MAX_CHUNK_BYTES + 1})
  void no_scanner_takes_other_chunks_than_there_may_be(int most) {
    assertThatThrownBy(() -> new ChunkScanner(most))
        .hasMessageStartingWith("maxChunkBytes must be ")
        .hasMessageEndingWith(", was " + most);
    new ChunkScanner(ChunkLayout.MIN_CHUNK_BYTES);
    new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
  }

  @Test
  void nothing_is_awaited_behind_a_chunk_before_the_next_one_tells_its_length() throws Exception {
    fill(concat(SMALL, Arrays.copyOf(SMALL, ChunkLayout.PEEK_BYTES - 1)));
    assertThat(scanner.next(found)).isTrue();
    assertThat(scanner.next(found)).isFalse();

    assertThat(scanner.awaitedBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {BLOCK / 2 - 1, BLOCK / 2, BLOCK / 2 + 1})
  void half_of_the_room_in_front_is_used_before_more_is_taken(int first) throws Exception {
    byte[] large = chunk(1, new byte[BLOCK]);
    fill(concat(ofLength(first), Arrays.copyOf(large, BLOCK - first)));
    assertThat(scanner.next(found)).isTrue();
    assertThat(scanner.next(found)).isFalse();

    assertThat(scanner.nextBufferBytes()).isEqualTo(first < BLOCK / 2 ? 2 * BLOCK : BLOCK);
    fill(Arrays.copyOfRange(large, BLOCK - first, large.length));
    assertThat(scanner.next(found)).isTrue();
    assertThat(found.chunks.get(1)).isEqualTo(large);
  }

  @Test
  void room_is_given_back_when_what_is_left_needs_none() throws Exception {
    byte[] large = chunk(1, new byte[10 * BLOCK]);
    fill(Arrays.copyOf(large, 5 * BLOCK));
    scanner.next(found);
    int grown = scanner.nextBufferBytes();
    scanner.trim();
    assertThat(scanner.nextBufferBytes()).as("it is in use").isEqualTo(grown);
    fill(concat(Arrays.copyOfRange(large, 5 * BLOCK, large.length), Arrays.copyOf(SMALL, 50)));
    assertThat(scanner.next(found)).isTrue();
    assertThat(scanner.next(found)).isFalse();
    scanner.trim();

    assertThat(scanner.nextBufferBytes()).isEqualTo(BLOCK);
    fill(Arrays.copyOfRange(SMALL, 50, SMALL.length));
    assertThat(scanner.next(found)).isTrue();
    assertThat(found.chunks).containsExactly(large, SMALL);
  }

  @Test
  void damage_of_a_stream_that_was_left_is_not_told_of_the_next() throws Exception {
    fill(new byte[30]);
    assertThat(scanner.next(found)).isFalse();
    scanner.reset("other", 0);

    assertThat(scanner.flush(found)).isFalse();
    fill(SMALL);
    assertThat(scanner.next(found)).isTrue();
    assertThat(found.damages).isEmpty();
  }

  @Test
  void the_last_chunk_of_a_stream_is_not_cut_off_if_only_its_bytes_are_wrong() {
    byte[] wrong = SMALL.clone();
    wrong[60] ^= 1;

    assertThat(ScannedStream.of(wrong).reasons()).containsExactly("CRC32C does not match");
  }
}
