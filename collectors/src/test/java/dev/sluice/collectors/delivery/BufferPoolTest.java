package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferPoolTest {
  private final BufferPool pool = new BufferPool(64 << 10);

  @Test
  void buffers_are_as_large_as_needed_and_used_again() {
    BufferPool.Buffer small = pool.take(100);
    assertThat(small.bytes).hasSize(4096);
    assertThat(pool.take(4097).bytes).hasSize(8192);
    pool.give(small);
    assertThat(pool.take(4096)).isSameAs(small);
    assertThat(pool.allocatedBytes()).isEqualTo(12_288);
  }

  @Test
  void budget_is_kept_by_releasing_idle_buffers_of_other_sizes() {
    BufferPool.Buffer[] buffers = new BufferPool.Buffer[16];
    for (int i = 0; i < 16; i++) {
      assertThat(pool.reserve(4096, 0)).isTrue();
      buffers[i] = pool.take(4096);
    }
    assertThat(pool.reserve(1, 0)).isFalse();
    for (BufferPool.Buffer buffer : buffers) {
      pool.give(buffer);
    }
    assertThat(pool.reserve(64 << 10, 0)).isTrue();
    assertThat(pool.take(33 << 10).bytes).hasSize(64 << 10);
    assertThat(pool.allocatedBytes()).isEqualTo(64 << 10);
  }

  @Test
  void more_than_the_whole_budget_never_has_room() {
    assertThat(pool.reserve((64 << 10) + 1, 0)).isFalse();
    assertThat(pool.reserve(Integer.MAX_VALUE, 0)).isFalse();
  }

  @Test
  void spare_buffer_leaves_what_is_reserved() {
    assertThat(pool.reserve(32 << 10, 0)).isTrue();
    assertThat(pool.takeSpare(16 << 10)).isNotNull();
    assertThat(pool.takeSpare(32 << 10)).isNull();
    assertThat(pool.takeSpare(16 << 10)).isNotNull();
    pool.take(32 << 10);
    assertThat(pool.allocatedBytes()).isEqualTo(64 << 10);
    assertThat(pool.reserve(4 << 10, 0)).isFalse();
  }

  @Test
  void nobody_waits_for_room_beside_a_chunk_that_leaves_none() {
    assertThat(pool.reserve(32 << 10, 33 << 10)).isTrue();
    BufferPool.Buffer huge = pool.takeSpare(33 << 10);
    assertThat(huge.bytes).hasSize(64 << 10);
    assertThat(pool.reserve(4 << 10, 0)).isFalse();
    pool.take(32 << 10);
    pool.give(huge);
    assertThat(pool.allocatedBytes()).as("no more than before").isEqualTo(32 << 10);
  }

  @Test
  void idle_buffer_stays_while_all_are_within_the_budget_to_the_byte() {
    pool.take(4096);
    BufferPool.Buffer idle = pool.take(4096);
    pool.give(idle);
    pool.take(32 << 10);
    pool.take(16 << 10);
    pool.take(8 << 10);
    assertThat(pool.allocatedBytes()).isEqualTo(64 << 10);
    assertThat(pool.take(4096)).isSameAs(idle);
  }
}
