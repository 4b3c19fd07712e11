package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
  private static final int MOST = Fingerprints.MAX_BLOCKS;

  private final Fingerprints fingerprints = newFingerprints();

  /** With a key that is the same in each test. */
  static Fingerprints newFingerprints() {
    return new Fingerprints(null, Map.of(), () -> 7);
  }

  static void remember(Fingerprints fingerprints, Chunk chunk) {
    fingerprints.remember(chunk, fingerprints.of(chunk));
  }

  /** As after a restart. */
  static Fingerprints restored(Fingerprints saved) {
    return new Fingerprints(saved.key(), saved.texts(), () -> 8);
  }

  private static Chunk chunk(long producer, long sequence) {
    return new TestProducer(producer).forged(sequence, false, 0, DropCounts.NONE);
  }

  private void remember(long producer, long firstBlock, int blocks) {
    for (long block = firstBlock; block < firstBlock + blocks; block++) {
      remember(fingerprints, chunk(producer, block * Fingerprints.BLOCK));
    }
  }

  private boolean isRemembered(long producer, long block) {
    return fingerprints.isSame(chunk(producer, block * Fingerprints.BLOCK), false);
  }

  @Test
  void a_chunk_is_the_same_if_its_bytes_are_and_what_never_came_is_as_if_forgotten() {
    remember(fingerprints, chunk(1, 3));

    assertThat(fingerprints.isSame(chunk(1, 3), false)).isTrue();
    assertThat(fingerprints.isSame(new TestProducer(1).forged(3, true, 0, DropCounts.NONE), true))
        .as("other bytes")
        .isFalse();
    for (boolean forgotten : new boolean[] {true, false}) {
      assertThat(fingerprints.isSame(chunk(1, 4), forgotten)).as("in between").isEqualTo(forgotten);
      assertThat(fingerprints.isSame(chunk(2, 3), forgotten)).as("another").isEqualTo(forgotten);
    }
  }

  @Test
  void text_has_digits_of_what_came_and_dashes_of_what_did_not() {
    Chunk chunk = chunk(1, Fingerprints.BLOCK + 1);
    remember(fingerprints, chunk);

    assertThat(fingerprints.texts())
        .containsOnlyKeys(1L)
        .containsValue("1:" + "-".repeat(14) + fingerprints.of(chunk) + "-");
    assertThat(restored(fingerprints).texts()).isEqualTo(fingerprints.texts());
  }

  @Test
  void fingerprints_of_another_key_are_others_and_the_key_is_not_shown() {
    Fingerprints others = new Fingerprints(null, Map.of(), () -> 9);
    Positions positions =
        new Positions(Positions.NONE.audit(), Map.of(), Map.of(), Map.of(), others.key());

    assertThat(others.of(chunk(1, 3))).isNotEqualTo(fingerprints.of(chunk(1, 3)));
    assertThat(others.key()).isNotEqualTo(fingerprints.key());
    assertThat(positions.toString()).doesNotContain(others.key());
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

    assertThat(fingerprints.texts()).containsOnlyKeys(2L);
  }
}
