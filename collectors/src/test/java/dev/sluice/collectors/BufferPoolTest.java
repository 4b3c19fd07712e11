package dev.sluice.collectors;

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
      assertThat(pool.hasRoom(4096)).isTrue();
      buffers[i] = pool.take(4096);
    }
    assertThat(pool.hasRoom(1)).isFalse();
    for (BufferPool.Buffer buffer : buffers) {
      pool.give(buffer);
    }
    assertThat(pool.hasRoom(64 << 10)).isTrue();
    assertThat(pool.take(33 << 10).bytes).hasSize(64 << 10);
    assertThat(pool.allocatedBytes()).isEqualTo(64 << 10);
  }

  @Test
  void more_than_the_whole_budget_never_has_room() {
    assertThat(pool.hasRoom((64 << 10) + 1)).isFalse();
    assertThat(pool.hasRoom(Integer.MAX_VALUE)).isFalse();
  }
}
