package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import org.junit.jupiter.api.Test;

class ChecksumsTest {
  private static final int MOST = Checksums.MAX_BLOCKS;

  private final Checksums checksums = new Checksums();

  private static Chunk chunk(long producer, long sequence) {
    return new TestProducer(producer).forged(sequence, false, 0, DropCounts.NONE);
  }

  private void remember(long producer, long firstBlock, int blocks) {
    for (long block = firstBlock; block < firstBlock + blocks; block++) {
      checksums.remember(chunk(producer, block * Checksums.BLOCK));
    }
  }

  private boolean isRemembered(long producer, long block) {
    return checksums.isSame(chunk(producer, block * Checksums.BLOCK), false);
  }

  @Test
  void a_chunk_is_the_same_if_its_bytes_are_and_what_never_came_is_as_if_forgotten() {
    checksums.remember(chunk(1, 3));

    assertThat(checksums.isSame(chunk(1, 3), false)).isTrue();
    assertThat(checksums.isSame(new TestProducer(1).forged(3, true, 0, DropCounts.NONE), true))
        .as("other bytes")
        .isFalse();
    for (boolean forgotten : new boolean[] {true, false}) {
      assertThat(checksums.isSame(chunk(1, 4), forgotten)).as("in between").isEqualTo(forgotten);
      assertThat(checksums.isSame(chunk(2, 3), forgotten)).as("another").isEqualTo(forgotten);
    }
  }

  @Test
  void text_has_digits_of_what_came_and_dashes_of_what_did_not() {
    Chunk chunk = chunk(1, Checksums.BLOCK + 1);
    checksums.remember(chunk);

    assertThat(checksums.texts())
        .containsOnlyKeys(1L)
        .containsValue(
            "1:" + "-".repeat(8) + String.format("%08x", chunk.crc()) + "-".repeat(8 * 14));
  }

  @Test
  void as_many_blocks_as_fit_are_remembered_and_one_more_forgets_the_oldest() {
    remember(1, 0, 2);
    remember(2, 0, MOST - 1);
    assertThat(isRemembered(1, 0)).as("one more than it says").isFalse();
    assertThat(isRemembered(1, 1)).isTrue();
    remember(2, 0, MOST - 1);
    assertThat(isRemembered(1, 1)).as("nothing new came").isTrue();
    remember(2, MOST, 2);

    assertThat(isRemembered(2, 0)).as("there was one more of the other").isFalse();
    assertThat(isRemembered(2, 1)).isTrue();
    assertThat(isRemembered(1, 1)).isFalse();
  }

  @Test
  void a_producer_of_which_all_is_forgotten_is_forgotten() {
    remember(1, 0, 1);
    remember(2, 0, MOST);

    assertThat(checksums.texts()).containsOnlyKeys(2L);
  }
}
