package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A flush promises that all that was emitted before it is sealed. */
class FlushesTest {
  private Flushes flushes;
  private long emitted;
  private long drained;
  private long second;

  @Test
  void row_emitted_while_the_mark_is_set_belongs_to_the_next_flush() {
    flushes = new Flushes(this::endsBesideAnEmit, mark -> drained >= mark[0]);
    long first = flushes.enter();
    assertThat(flushes.isReached()).as("nothing was emitted before the first").isTrue();
    flushes.reached();
    assertThat(flushes.isDone(first)).isTrue();
    assertThat(flushes.isDone(second)).as("its row is in the ring").isFalse();
    assertThat(flushes.isReached()).isFalse();
    drained = emitted;
    assertThat(flushes.isReached()).isTrue();
    flushes.reached();
    assertThat(flushes.isDone(second)).isTrue();
  }

  /** Another thread emits a row and asks for a flush after the mark was read, before it is kept. */
  private long[] endsBesideAnEmit() {
    long[] ends = {emitted};
    if (emitted == 0) {
      emitted++;
      second = flushes.enter();
    }
    return ends;
  }
}
