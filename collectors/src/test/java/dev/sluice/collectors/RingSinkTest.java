package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Signal;
import dev.sluice.api.platform.Task;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.ring.Symbols;
import dev.sluice.collectors.ring.Types;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.platform.VirtualPlatform;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the sink alone decides: the ring is real, and nothing drains it. */
class RingSinkTest {
  private static final int STRIPE_WORDS = 64;

  private final CollectorThreads threads = new CollectorThreads(SystemPlatform.get());
  private final Ring ring = new Ring(STRIPE_WORDS, 0, threads);
  private final VirtualPlatform clock = new VirtualPlatform(0, 7);
  private final List<Long> pauses = new ArrayList<>();
  private Runnable onPause = () -> {};

  private RingSink sink(FullRingPolicy policy, Duration deadline) {
    return new RingSink(
        ring, new Types(new Symbols(8)), policy, deadline.toNanos(), SystemPlatform.get());
  }

  /** A sink in virtual time, which tells how long threads park. */
  private RingSink watched(FullRingPolicy policy, Duration deadline) {
    Platform platform =
        (Platform)
            Proxy.newProxyInstance(
                Platform.class.getClassLoader(),
                new Class<?>[] {Platform.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("pause")) {
                    pauses.add((Long) arguments[0]);
                    onPause.run();
                  }
                  return method.invoke(clock, arguments);
                });
    return new RingSink(ring, new Types(new Symbols(8)), policy, deadline.toNanos(), platform);
  }

  private static boolean put(RingSink sink, int words) {
    RowBuffer buffer = sink.buffer();
    int at = buffer.claim(words);
    if (at < 0) {
      at = sink.full(buffer, words);
    }
    return at >= 0 && buffer.commit(at, RowLayout.header(words, 0));
  }

  private static void fill(RingSink sink) {
    for (int i = 0; i < STRIPE_WORDS / 8; i++) {
      assertThat(put(sink, 8)).isTrue();
    }
  }

  @Test
  void full_ring_drops_newest_and_counts_it() {
    RingSink sink = sink(FullRingPolicy.DROP_NEWEST, Duration.ofDays(1));
    fill(sink);
    assertThat(put(sink, 8)).isFalse();
    assertThat(sink.refused().of(DropCause.RING_FULL)).isEqualTo(1);
    assertThat(sink.refusedTotal()).isEqualTo(1);
  }

  @Test
  void evicting_policy_takes_the_newest_and_counts_a_quarter_of_the_oldest() {
    RingSink sink = sink(FullRingPolicy.EVICT_OLDEST, Duration.ofDays(1));
    fill(sink);
    assertThat(put(sink, 8)).isTrue();
    assertThat(sink.refused().of(DropCause.EVICTED))
        .isEqualTo(sink.refusedTotal())
        .isEqualTo(STRIPE_WORDS / 8 / 4);
  }

  @Test
  void evicting_policy_discards_nothing_if_the_pump_has_made_room_meanwhile() {
    RingSink sink = sink(FullRingPolicy.EVICT_OLDEST, Duration.ofDays(1));
    fill(sink);
    RowBuffer buffer = sink.buffer();
    assertThat(buffer.claim(8)).isNegative();
    ring.drain(new RowBatch(STRIPE_WORDS, null), 7, STRIPE_WORDS);
    assertThat(sink.full(buffer, 8)).isNotNegative();
    assertThat(sink.refusedTotal()).isZero();
    assertThat(ring.waitingRows()).isEqualTo(1);
  }

  @Test
  void blocking_policy_counts_a_record_whose_deadline_is_over() {
    RingSink sink = sink(FullRingPolicy.BLOCK, Duration.ofMillis(2));
    fill(sink);
    assertThat(put(sink, 8)).isFalse();
    assertThat(sink.refused().of(DropCause.BLOCK_DEADLINE)).isEqualTo(1);
    assertThat(sink.waiting()).isZero();
  }

  @Test
  void blocking_policy_goes_on_when_there_is_room() throws InterruptedException {
    RingSink sink = sink(FullRingPolicy.BLOCK, Duration.ofDays(1));
    fill(sink);
    boolean[] accepted = new boolean[1];
    Thread thread = new Thread(() -> accepted[0] = put(sink, 8));
    thread.start();
    ring.drain(new RowBatch(STRIPE_WORDS, null), 99, STRIPE_WORDS);
    thread.join();
    assertThat(accepted[0]).isTrue();
    assertThat(sink.refusedTotal()).isZero();
  }

  @Test
  void the_threads_that_empty_the_ring_never_wait_for_room() {
    RingSink sink = sink(FullRingPolicy.BLOCK, Duration.ofDays(1));
    fill(sink);
    VirtualPlatform platform = new VirtualPlatform(0, 7);
    List<Boolean> taken = new ArrayList<>();
    threads.start(platform, turn(() -> taken.add(put(sink, 8))), turn(() -> {}), "test");
    platform.advanceTo(1);
    assertThat(taken).containsExactly(false);
    threads.completes();
    assertThat(put(sink, 8)).isFalse();
    assertThat(sink.refused().of(DropCause.RING_FULL)).isEqualTo(2);
  }

  @Test
  void nobody_waits_for_a_pump_that_is_dead() {
    RingSink sink = sink(FullRingPolicy.BLOCK, Duration.ofDays(1));
    fill(sink);
    threads.start(new VirtualPlatform(0, 7), turn(() -> {}), turn(() -> {}), "test");
    threads.stop();
    assertThat(put(sink, 8)).isFalse();
    assertThat(sink.refused().of(DropCause.RING_FULL)).isEqualTo(1);
  }

  /** A task that does something once a second. */
  private static Task turn(Runnable work) {
    Signal signal = new Signal();
    return new Task() {
      @Override
      public long turn() {
        work.run();
        return -1_000_000_000;
      }

      @Override
      public boolean isAwake() {
        return false;
      }

      @Override
      public Signal signal() {
        return signal;
      }
    };
  }

  @Test
  void a_row_longer_than_an_eighth_is_oversize() {
    RingSink sink = sink(FullRingPolicy.BLOCK, Duration.ofDays(1));
    assertThat(put(sink, STRIPE_WORDS / 8 + 1)).isFalse();
    assertThat(put(sink, RowLayout.MAX_WORDS)).isFalse();
    assertThat(sink.refused().of(DropCause.OVERSIZE)).isEqualTo(2);
  }

  @Test
  void after_closing_everything_is_refused_as_closed() {
    RingSink sink = sink(FullRingPolicy.BLOCK, Duration.ofDays(1));
    sink.close();
    assertThat(sink.isClosed()).isTrue();
    assertThat(put(sink, 2)).isFalse();
    sink.reject(DropCause.ENCODE_ERROR, TestRows.TYPE);
    assertThat(sink.refused().of(DropCause.CLOSED)).isEqualTo(2);
    assertThat(sink.refusedTotal()).isEqualTo(2);
  }

  @Test
  void a_rejected_record_s_type_is_named() {
    RingSink sink = sink(FullRingPolicy.DROP_NEWEST, Duration.ZERO);
    assertThat(sink.describeRefused()).doesNotContain(TestRows.TYPE.name());
    sink.reject(DropCause.OVERSIZE, TestRows.TYPE);
    assertThat(sink.describeRefused()).contains("oversize").contains(TestRows.TYPE.name());
  }

  @Test
  void types_and_symbols_are_those_of_the_table() {
    RingSink sink = sink(FullRingPolicy.DROP_NEWEST, Duration.ZERO);
    assertThat(sink.register(TestRows.TYPE)).isZero();
    assertThat(sink.register(new RecordType("test.plain", 1, List.of()))).isEqualTo(1);
    assertThat(sink.symbol("a")).isSameAs(sink.types.symbols.symbol("a", null));
    assertThat(sink.symbol("b", getClass().getClassLoader())).isSameAs(sink.symbol("b"));
  }

  @Test
  void blocked_thread_parks_in_growing_steps_and_no_longer_than_it_may() {
    RingSink sink = watched(FullRingPolicy.BLOCK, Duration.ofMillis(5));
    fill(sink);
    assertThat(put(sink, 8)).isFalse();
    assertThat(pauses)
        .containsExactly(
            20_000L,
            40_000L,
            80_000L,
            160_000L,
            320_000L,
            640_000L,
            1_100_000L,
            1_100_000L,
            1_100_000L,
            440_000L);
    assertThat(clock.now()).isEqualTo(5_000_000);
    assertThat(sink.refused().of(DropCause.BLOCK_DEADLINE)).isEqualTo(1);
  }

  @Test
  void the_more_threads_wait_the_longer_each_parks() {
    RingSink sink = watched(FullRingPolicy.BLOCK, Duration.ofMillis(4));
    fill(sink);
    onPause =
        () -> {
          onPause = () -> {};
          pauses.clear();
          assertThat(sink.waiting()).isEqualTo(1);
          assertThat(put(sink, 8)).isFalse();
          assertThat(pauses)
              .containsExactly(
                  40_000L, 80_000L, 160_000L, 320_000L, 640_000L, 1_200_000L, 1_200_000L, 360_000L);
        };
    assertThat(put(sink, 8)).isFalse();
    assertThat(sink.waiting()).isZero();
    assertThat(sink.refusedTotal()).isEqualTo(2);
  }

  @Test
  void evicting_policy_waits_for_a_row_that_is_being_written_and_then_gives_up_the_new_one() {
    RingSink sink = watched(FullRingPolicy.EVICT_OLDEST, Duration.ofDays(1));
    RowBuffer buffer = sink.buffer();
    int at = buffer.claim(8);
    for (int i = 1; i < STRIPE_WORDS / 8; i++) {
      assertThat(put(sink, 8)).isTrue();
    }
    assertThat(put(sink, 8)).isFalse();
    assertThat(pauses).hasSize(100).containsOnly(20_000L);
    assertThat(sink.refused().of(DropCause.RING_FULL)).isEqualTo(1);
    onPause = () -> assertThat(buffer.commit(at, RowLayout.header(8, 0))).isTrue();
    assertThat(put(sink, 8)).isTrue();
    assertThat(pauses).hasSize(101);
  }

  @Test
  void blocked_thread_goes_on_as_soon_as_there_is_room() {
    RingSink sink = watched(FullRingPolicy.BLOCK, Duration.ofDays(1));
    fill(sink);
    onPause =
        () -> {
          if (pauses.size() == 2) {
            ring.drain(new RowBatch(STRIPE_WORDS, null), 1, STRIPE_WORDS);
          }
        };
    assertThat(put(sink, 8)).isTrue();
    assertThat(pauses).hasSize(2);
    assertThat(sink.refusedTotal()).isZero();
  }

  @Test
  void blocked_thread_is_let_go_by_the_closing() {
    RingSink sink = watched(FullRingPolicy.BLOCK, Duration.ofDays(1));
    fill(sink);
    onPause = sink::close;
    assertThat(put(sink, 8)).isFalse();
    assertThat(pauses).hasSize(1);
    assertThat(sink.refused().of(DropCause.CLOSED)).isEqualTo(1);
    assertThat(sink.waiting()).isZero();
  }

  @Test
  void nobody_parks_whose_deadline_is_over_from_the_start() {
    RingSink sink = watched(FullRingPolicy.BLOCK, Duration.ZERO);
    fill(sink);
    assertThat(put(sink, 8)).isFalse();
    assertThat(pauses).isEmpty();
    assertThat(sink.refused().of(DropCause.BLOCK_DEADLINE)).isEqualTo(1);
  }
}
