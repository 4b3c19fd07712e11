package dev.sluice.support.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.platform.Signal;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class VirtualPlatformTest {
  private static final long MILLI = 1_000_000;
  private static final long WAKE = 50_000;

  private final VirtualPlatform platform = new VirtualPlatform(1000, 7);
  private final List<String> seen = new ArrayList<>();

  /** Notes when it makes its turns. */
  private final class Noting implements Task {
    final Signal signal = new Signal();
    final String name;
    final LongSupplier turn;
    boolean awake;

    Noting(String name, LongSupplier turn) {
      this.name = name;
      this.turn = turn;
    }

    @Override
    public long turn() {
      seen.add(name + platform.now());
      return turn.getAsLong();
    }

    @Override
    public boolean isAwake() {
      return awake;
    }

    @Override
    public Signal signal() {
      return signal;
    }
  }

  private Noting start(String name, LongSupplier turn) {
    Noting task = new Noting(name, turn);
    platform.start(name, task);
    return task;
  }

  @Test
  void time_and_workers_stand_until_they_are_moved() {
    start("a", () -> 10);
    assertThat(platform.now()).isZero();
    assertThat(seen).isEmpty();
    long before = platform.nanoTime();
    platform.advanceTo(25);
    assertThat(seen).containsExactly("a0", "a10", "a20");
    assertThat(platform.nanoTime() - before).isEqualTo(25);
    assertThat(platform.epochNanos()).isEqualTo(1025);
    platform.advanceTo(5);
    assertThat(platform.now()).as("time does not go back").isEqualTo(25);
  }

  @Test
  void turn_that_is_due_when_time_ends_is_made_later() {
    start("a", () -> 10);
    platform.advanceTo(10);
    assertThat(seen).containsExactly("a0");
    platform.advanceTo(11);
    assertThat(seen).containsExactly("a0", "a10");
  }

  @Test
  void raised_signal_ends_a_sleep_after_what_a_thread_needs_to_wake() {
    Noting task = start("a", () -> Long.MAX_VALUE / 2);
    platform.advanceTo(MILLI);
    task.signal.raise();
    platform.advanceTo(2 * MILLI);
    assertThat(seen).containsExactly("a0", "a" + (MILLI + WAKE));
  }

  @Test
  void raised_signal_does_not_end_a_wait_for_a_time() {
    Noting task = start("a", () -> -MILLI);
    platform.advanceTo(10);
    task.signal.raise();
    platform.advanceTo(MILLI);
    assertThat(seen).containsExactly("a0");
    platform.advanceTo(MILLI + 1);
    assertThat(seen).containsExactly("a0", "a" + MILLI);
  }

  @Test
  void task_that_is_awake_does_not_sleep() {
    int[] left = {3};
    Noting task = new Noting("a", () -> MILLI);
    task.awake = true;
    platform.start("a", task);
    platform.at(0, () -> left[0]--);
    platform.start(
        "b",
        new Noting(
            "b",
            () -> {
              task.awake = --left[0] > 0;
              return left[0] > 0 ? 0 : -MILLI;
            }));
    platform.advanceTo(10);
    assertThat(seen).containsExactly("b0", "b0", "a0");
  }

  @Test
  void turn_that_throws_is_a_pause_of_ten_milliseconds() {
    start(
        "a",
        () -> {
          throw new OutOfMemoryError("for a test");
        });
    platform.advanceTo(25 * MILLI);
    assertThat(seen).containsExactly("a0", "a" + 10 * MILLI, "a" + 20 * MILLI);
  }

  @Test
  void others_work_while_one_pauses_and_it_is_not_one_of_them() {
    start("a", () -> 10);
    platform.pause(15);
    start(
        "b",
        () -> {
          platform.pause(20);
          seen.add("b goes on at " + platform.now());
          return -1000;
        });
    platform.advanceTo(60);
    assertThat(seen)
        .containsExactly("a0", "a10", "b15", "a20", "a30", "b goes on at 35", "a40", "a50");
  }

  @Test
  void interrupt_ends_a_pause_and_is_forgotten_after_the_turn() {
    List<Boolean> flags = new ArrayList<>();
    Worker worker =
        platform.start(
            "a",
            new Noting(
                "a",
                () -> {
                  platform.pause(100);
                  seen.add("until " + platform.now());
                  flags.add(Thread.currentThread().isInterrupted());
                  return -1000;
                }));
    platform.at(30, worker::interrupt);
    platform.advanceTo(50);
    assertThat(seen).containsExactly("a0", "until 30");
    assertThat(flags).containsExactly(true);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void worker_is_current_within_its_turn_alone() {
    Worker[] workers = new Worker[2];
    workers[0] = platform.start("a", new Noting("a", () -> -1000));
    workers[1] =
        platform.start(
            "b",
            new Noting(
                "b",
                () -> {
                  seen.add(workers[0].isCurrent() + " " + workers[1].isCurrent());
                  seen.add("" + (platform.caller() == workers[1]));
                  return -1000;
                }));
    platform.at(0, () -> seen.add("event " + workers[1].isCurrent()));
    platform.advanceTo(1);
    assertThat(seen).containsExactly("event false", "b0", "false true", "true", "a0");
    assertThat(workers[1].isCurrent()).isFalse();
  }

  @Test
  void stopped_worker_makes_no_more_turns() {
    Worker worker = platform.start("a", new Noting("a", () -> 10));
    platform.advanceTo(15);
    worker.stop();
    assertThat(worker.isAlive()).isFalse();
    platform.advanceTo(100);
    assertThat(seen).containsExactly("a0", "a10");
  }

  @Test
  void join_ends_when_the_last_turn_does_or_with_its_time() throws InterruptedException {
    long[] cpu = {0};
    VirtualPlatform busy = new VirtualPlatform(0, 7, () -> cpu[0], () -> 0);
    Noting twice = new Noting("a", () -> (cpu[0] += 5) < 10 ? -20 : Task.END);
    Worker worker = busy.start("a", twice);
    assertThat(worker.join(10)).isFalse();
    assertThat(busy.now()).isEqualTo(10);
    assertThat(worker.join(100)).isTrue();
    assertThat(busy.now()).isEqualTo(30);
    assertThat(worker.join(100)).isTrue();
    assertThat(busy.now()).as("it has ended long since").isEqualTo(30);
  }

  @Test
  void work_is_done_once_and_the_rest_goes_on_meanwhile() throws InterruptedException {
    start("a", () -> 10);
    Worker worker =
        platform.run(
            "b",
            () -> {
              platform.pause(15);
              seen.add("done at " + platform.now());
            });
    assertThat(worker.join(100)).isTrue();
    platform.advanceTo(25);
    assertThat(seen).containsExactly("a0", "a10", "done at 15", "a20");
  }

  @Test
  void crash_ends_workers_and_what_was_to_happen() {
    Worker worker = platform.start("a", new Noting("a", () -> 10));
    platform.at(20, () -> seen.add("event"));
    platform.advanceTo(5);
    platform.crash();
    assertThat(worker.isAlive()).isFalse();
    platform.advanceTo(100);
    assertThat(seen).containsExactly("a0");
    assertThat(platform.turns()).isEqualTo(1);
    start("b", () -> -1000);
    platform.advanceTo(101);
    assertThat(seen).containsExactly("a0", "b100");
  }

  @Test
  void events_happen_in_the_order_of_their_times_and_then_of_their_making() {
    platform.at(20, () -> seen.add("late"));
    platform.at(10, () -> seen.add("first"));
    platform.at(10, () -> seen.add("second"));
    platform.advanceTo(21);
    platform.at(5, () -> seen.add("overdue"));
    platform.advanceTo(22);
    assertThat(seen).containsExactly("first", "second", "late", "overdue");
  }

  @Test
  void nobody_works_while_time_is_skipped_and_the_wall_clock_is_set_apart() {
    start("a", () -> 10);
    platform.skip(Duration.ofNanos(100));
    assertThat(seen).isEmpty();
    assertThat(platform.now()).isEqualTo(100);
    long before = platform.nanoTime();
    platform.setWallClock(Duration.ofNanos(-50));
    assertThat(platform.epochNanos()).isEqualTo(1050);
    assertThat(platform.nanoTime()).isEqualTo(before);
  }

  @Test
  void turns_take_the_processor_time_and_waits_are_late() {
    long[] cpu = {0};
    VirtualPlatform busy = new VirtualPlatform(0, 7, () -> cpu[0], () -> 3);
    List<Long> at = new ArrayList<>();
    busy.start(
        "a",
        new Noting(
            "a",
            () -> {
              at.add(busy.now());
              cpu[0] += 5;
              return -10;
            }));
    busy.advanceTo(40);
    assertThat(at).containsExactly(0L, 18L, 36L);
    assertThat(busy.workNanos()).isEqualTo(15);
    assertThat(busy.turns()).isEqualTo(3);
  }

  @Test
  void what_others_do_in_a_pause_is_no_work_of_who_pauses() {
    long[] cpu = {0};
    VirtualPlatform busy = new VirtualPlatform(0, 7, () -> cpu[0], () -> 0);
    List<String> at = new ArrayList<>();
    busy.start(
        "other",
        new Noting(
            "other",
            () -> {
              cpu[0] += 7;
              return -1000;
            }));
    busy.start(
        "pausing",
        new Noting(
            "pausing",
            () -> {
              at.add("pausing " + busy.now());
              cpu[0] += 5;
              busy.pause(20);
              return -10;
            }));
    busy.advanceTo(40);
    assertThat(at).containsExactly("pausing 0", "pausing 35");
    assertThat(busy.workNanos()).as("of the second turn, too").isEqualTo(7 + 2 * 5);
  }

  @Test
  void who_is_woken_by_a_turn_or_an_event_wakes_when_it_is_over() {
    long[] cpu = {0};
    VirtualPlatform busy = new VirtualPlatform(0, 7, () -> cpu[0], () -> 0);
    List<Long> at = new ArrayList<>();
    Noting sleeping =
        new Noting(
            "sleeping",
            () -> {
              at.add(busy.now());
              return Long.MAX_VALUE / 2;
            });
    busy.start("sleeping", sleeping);
    busy.advanceTo(10);
    busy.start(
        "waking",
        new Noting(
            "waking",
            () -> {
              cpu[0] += 5;
              sleeping.signal.raise();
              return Task.END;
            }));
    busy.at(MILLI, sleeping.signal::raise);
    busy.advanceTo(2 * MILLI);
    assertThat(at).containsExactly(0L, 15 + WAKE, MILLI + WAKE);
  }

  @Test
  void turn_that_asks_for_the_next_at_once_is_not_late() {
    long[] cpu = {0};
    VirtualPlatform busy = new VirtualPlatform(0, 7, () -> cpu[0], () -> 3);
    List<Long> at = new ArrayList<>();
    busy.start(
        "a",
        new Noting(
            "a",
            () -> {
              at.add(busy.now());
              cpu[0] += 5;
              return at.size() < 3 ? 0 : -1000;
            }));
    busy.advanceTo(100);
    assertThat(at).containsExactly(0L, 5L, 10L);
  }

  @Test
  void files_are_those_of_the_machine_or_of_the_disk_it_is_made_with() {
    assertThat(platform.disk()).isSameAs(SystemDisk.INSTANCE);
  }

  @Test
  void one_seed_gives_one_chain_of_bits() {
    VirtualPlatform same = new VirtualPlatform(0, 7);
    VirtualPlatform other = new VirtualPlatform(0, 8);
    long first = platform.randomLong();
    assertThat(same.randomLong()).isEqualTo(first);
    assertThat(other.randomLong()).isNotEqualTo(first);
    assertThat(same.randomLong()).isNotEqualTo(first);
  }
}
