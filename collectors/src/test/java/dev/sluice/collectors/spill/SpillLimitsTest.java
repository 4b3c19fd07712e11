package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The exact bytes, times and numbers at which a spill does something else. */
class SpillLimitsTest extends SimulatedSpillCase {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration NANO = Duration.ofNanos(1);

  @Test
  void chunk_that_just_fits_is_taken_and_one_byte_more_is_not() {
    Spill spill = spill(16 * 4096, null, false);
    for (int i = 0; i < 15; i++) {
      assertThat(spill.put(exactly(4096), false)).isNull();
    }
    assertThat(spill.put(exactly(4097), false)).isEqualTo(DropCause.SPILL_FULL);
    assertThat(spill.put(exactly(4096), false)).isNull();
    assertThat(spill.put(exactly(200), false)).isEqualTo(DropCause.SPILL_FULL);
    assertThat(spill.leftTraces()).isFalse();
    assertThat(lost).isEmpty();
  }

  @Test
  void disk_keeps_the_bytes_that_are_left_to_others_and_not_one_more() {
    Spill spill = spill();
    spill.maintain();
    long used = disk.files(directory()).size() == 0 ? 0 : bytesOfAll();
    disk.capacity(used + Spill.RESERVED_BYTES + 3000);
    clock.skip(SECOND);
    assertThat(spill.put(exactly(1000), false)).isNull();
    assertThat(spill.put(exactly(2001), false)).isEqualTo(DropCause.SPILL_FULL);
    assertThat(spill.put(exactly(2000), false)).isNull();
    assertThat(spill.put(exactly(200), false)).isEqualTo(DropCause.SPILL_FULL);
  }

  private long bytesOfAll() {
    long sum = 0;
    for (Path file : disk.files(directory())) {
      try {
        sum += disk.bytes(file).length;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return sum;
  }

  @Test
  void disk_is_asked_for_its_room_once_a_second_and_after_four_mebibytes() {
    Spill spill = spill(64 << 20, null, false);
    append(spill, 3);
    assertThat(count(Operation.SPACE)).as("when it was opened").isEqualTo(1);
    clock.skip(SECOND.minus(NANO));
    append(spill, 1);
    assertThat(count(Operation.SPACE)).isEqualTo(1);
    clock.skip(NANO);
    spill.put(exactly(1024), false);
    spill.put(exactly(1024), false);
    assertThat(count(Operation.SPACE)).isEqualTo(2);
    spill.put(exactly((4 << 20) - 2049), false);
    spill.put(exactly(1024), false);
    assertThat(count(Operation.SPACE)).as("a byte less was written").isEqualTo(2);
    append(spill, 1);
    assertThat(count(Operation.SPACE)).isEqualTo(3);
    spill.put(exactly((4 << 20) - written(spill, 1)), false);
    append(spill, 1);
    assertThat(count(Operation.SPACE)).as("all of it").isEqualTo(4);
  }

  /** Bytes of the last chunks that were put. */
  private static int written(Spill spill, int chunks) {
    List<Stored> all = take(spill, Integer.MAX_VALUE);
    return all.subList(all.size() - chunks, all.size()).stream()
        .mapToInt(stored -> stored.chunk().length())
        .sum();
  }

  @Test
  void room_of_the_disk_is_told_if_it_is_less_than_the_spill_may_have() {
    Spill before = spill();
    append(before, 5);
    before.close();
    long left = disk.files(directory()).stream().mapToLong(this::length).sum();
    long spilled =
        disk.files(directory()).stream()
            .filter(file -> file.toString().endsWith(".slu"))
            .mapToLong(this::length)
            .sum();
    disk.capacity(left + Spill.RESERVED_BYTES + (1 << 20) - spilled);
    spill().maintain();
    assertThat(told).as("all of it, with what is there").isEmpty();
  }

  private long length(Path file) {
    try {
      return disk.bytes(file).length;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void room_that_is_missing_is_told_in_mebibytes() {
    disk.capacity(Spill.RESERVED_BYTES + (3 << 20) + 100);
    spill(4 << 20, null, false).maintain();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("room for 3 MiB, not for the 4 MiB of spill.bytes");
  }

  @Test
  void segment_is_begun_for_the_chunk_that_does_not_fit_the_last_one() {
    Spill spill = spill(16 * 4096, null, false);
    spill.put(exactly(2048), false);
    spill.put(exactly(2048), false);
    assertThat(segments()).isEqualTo(1);
    spill.put(exactly(2048), false);
    assertThat(segments()).isEqualTo(2);
    spill.put(exactly(2049), false);
    assertThat(segments()).isEqualTo(3);
    spill.put(exactly(9000), false);
    assertThat(segments()).as("a large one has a segment of its own").isEqualTo(4);
    assertThat(count(Operation.CLOSE)).as("of those that are complete").isGreaterThanOrEqualTo(3);
  }

  @Test
  void segment_is_begun_after_a_sixteenth_of_the_age() {
    Spill spill = spill(1 << 20, Duration.ofSeconds(16), false);
    append(spill, 1);
    clock.skip(SECOND.minus(NANO));
    append(spill, 1);
    assertThat(segments()).isEqualTo(1);
    clock.skip(NANO);
    append(spill, 1);
    assertThat(segments()).isEqualTo(2);
  }

  @Test
  void segment_is_dropped_as_soon_as_it_is_as_old_as_the_age() {
    Spill spill = spill(1 << 20, Duration.ofSeconds(16), false);
    append(spill, 2);
    clock.skip(Duration.ofSeconds(15));
    spill.maintain();
    assertThat(lost).isEmpty();
    clock.skip(SECOND);
    spill.maintain();
    assertThat(lost).isEqualTo(Map.of(DropCause.EVICTED, 2L));
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("2 records of 1 segments older than spill.age are dropped");
  }

  @Test
  void write_that_failed_is_not_tried_for_a_second_and_told_once() {
    Spill spill = spill();
    append(spill, 1);
    failing = Operation.APPEND;
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(spill.leftTraces()).as("it was cut off").isFalse();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("cannot be written, chunks stay in memory: injected: APPEND");
    assertThat(spill.status().problem()).isEqualTo(told.get(0));
    long tries = count(Operation.APPEND);
    clock.skip(SECOND.minus(NANO));
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(count(Operation.APPEND)).isEqualTo(tries);
    clock.skip(NANO);
    spill.put(next(), false);
    assertThat(count(Operation.APPEND)).isEqualTo(tries + 1);
    failing = null;
    clock.skip(SECOND);
    append(spill, 1);
    assertThat(segments()).as("another one").isEqualTo(2);
    assertThat(spill.status().problem()).isNull();
    assertThat(take(spill, 9)).hasSize(2);
  }

  @Test
  void write_that_cannot_be_cut_off_leaves_traces_until_the_next_one() {
    Spill spill = spill();
    append(spill, 1);
    boolean[] fails = {true};
    disk.with(
        (what, path) ->
            fails[0] && (what == Operation.APPEND || what == Operation.SET_LENGTH)
                ? Outcome.FAILS
                : Outcome.DONE);
    spill.put(next(), false);
    assertThat(spill.leftTraces()).isTrue();
    spill.put(next(), false);
    assertThat(spill.leftTraces()).as("it was not even tried").isFalse();
    fails[0] = false;
    clock.skip(SECOND);
    append(spill, 1);
  }

  @Test
  void directory_that_cannot_be_used_is_tried_again_after_ten_seconds() {
    Spill spill = spill();
    failing = Operation.LOCK;
    spill.maintain();
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(spill.nextBytes()).isZero();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("cannot be used, nothing is kept there: injected: LOCK");
    failing = null;
    clock.skip(Duration.ofSeconds(10).minus(NANO));
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    clock.skip(NANO);
    append(spill, 1);
    assertThat(spill.status().problem()).isNull();
  }

  @Test
  void problem_of_a_directory_is_over_once_it_is_open() {
    Spill spill = spill();
    failing = Operation.LOCK;
    spill.maintain();
    failing = null;
    clock.skip(Duration.ofSeconds(10));
    spill.maintain();
    assertThat(spill.status().problem()).isNull();
  }

  @Test
  void read_that_failed_is_tried_once_a_second_and_given_up_after_ten_in_a_row() {
    Spill spill = spill();
    append(spill, 3);
    failing = Operation.OPEN;
    for (int i = 0; i < 9; i++) {
      assertThat(spill.nextBytes()).isZero();
      assertThat(count(Operation.OPEN)).isEqualTo(i + 1);
      clock.skip(SECOND.minus(NANO));
      spill.nextBytes();
      assertThat(count(Operation.OPEN)).as("not yet").isEqualTo(i + 1);
      clock.skip(NANO);
    }
    failing = null;
    List<Stored> first = take(spill, 1);
    failing = Operation.OPEN;
    spill.requeue(take(spill, 1).get(0), false);
    for (int i = 0; i < 9; i++) {
      assertThat(spill.nextBytes()).isZero();
      clock.skip(SECOND);
    }
    assertThat(lost).as("not ten in a row").isEmpty();
    assertThat(spill.nextBytes()).isZero();
    assertThat(lost).as("the file is there as long as a chunk of it is on its way").isEmpty();
    done(spill, first);
    spill.maintain();
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 2L));
    assertThat(told).as("one line and one of what is lost").hasSize(2);
    assertThat(told.get(0)).contains("cannot be read, will try again: cannot read ", "OPEN");
    assertThat(told.get(1)).contains("2 records of ", "are dropped");
  }

  @Test
  void house_is_kept_once_a_second() {
    Spill spill = spill();
    append(spill, 1);
    spill.maintain();
    long looks = count(Operation.ENTRY);
    clock.skip(SECOND.minus(NANO));
    spill.maintain();
    assertThat(count(Operation.ENTRY)).isEqualTo(looks);
    clock.skip(NANO);
    spill.maintain();
    assertThat(count(Operation.ENTRY)).isGreaterThan(looks);
  }

  @Test
  void segments_that_are_done_go_each_time_the_house_is_kept() {
    Spill spill = spill();
    append(spill, 1);
    spill.maintain();
    done(spill, take(spill, 1));
    spill.maintain();
    assertThat(segments()).isZero();
    assertThat(spill.status().bytes()).isZero();
  }

  @Test
  void directory_that_cannot_be_looked_at_is_told_and_loses_nothing() {
    Spill spill = spill();
    append(spill, 2);
    failing = Operation.ENTRY;
    clock.skip(SECOND);
    spill.maintain();
    assertThat(told).as("a segment, and the directory").hasSize(2);
    assertThat(told).allMatch(line -> line.contains("cannot be looked at: injected: ENTRY"));
    assertThat(lost).isEmpty();
    failing = null;
    assertThat(take(spill, 9)).hasSize(2);
  }

  @Test
  void position_that_cannot_be_written_is_told() {
    Spill spill = spill();
    append(spill, 2);
    done(spill, take(spill, 1));
    failing = Operation.MOVE;
    clock.skip(SECOND);
    spill.maintain();
    assertThat(told).hasSize(1);
    assertThat(told.get(0))
        .contains("does not take the position, a restart would send more again: injected: MOVE");
  }

  @Test
  void segment_that_cannot_be_deleted_is_told_and_deleted_later() {
    Spill spill = spill();
    append(spill, 2);
    done(spill, take(spill, 2));
    failing = Operation.DELETE;
    clock.skip(SECOND);
    spill.maintain();
    assertThat(told.get(0)).contains("was delivered and cannot be deleted: injected: DELETE");
    assertThat(spill.status().bytes()).isZero();
    failing = null;
    spill.maintain();
    assertThat(segments()).isZero();
  }

  @Test
  void segment_that_cannot_be_closed_is_told() {
    Spill spill = spill(16 * 4096, null, false);
    spill.put(exactly(4096), false);
    failing = Operation.CLOSE;
    assertThat(spill.put(exactly(4096), false)).isNull();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("has a segment that could not be closed: injected: CLOSE");
  }

  @Test
  void directory_that_cannot_be_left_is_told() {
    Spill spill = spill();
    append(spill, 1);
    failing = Operation.UNLOCK;
    spill.close();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("could not be left: injected: UNLOCK");
  }

  @Test
  void spill_that_is_closed_takes_and_gives_nothing_and_has_closed_its_files() {
    Spill spill = spill();
    append(spill, 3);
    List<Stored> taken = take(spill, 2);
    done(spill, taken.subList(0, 1));
    done.clear();
    spill.close();
    assertThat(count(Operation.CLOSE)).as("of writing, reading and the position").isEqualTo(3);
    clock.skip(Duration.ofSeconds(20));
    done.clear();
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(spill.nextBytes()).isZero();
    spill.maintain();
    assertThat(done).isEmpty();
  }

  @Test
  void spill_that_was_never_open_is_closed_without_a_touch() {
    Spill spill = spill();
    spill.close();
    assertThat(done).isEmpty();
    spill.maintain();
    assertThat(done).isEmpty();
  }

  @Test
  void what_is_done_just_before_the_close_goes_with_it() {
    Spill spill = spill();
    append(spill, 2);
    done(spill, take(spill, 2));
    spill.close();
    assertThat(segments()).isZero();
  }

  @Test
  void full_spill_without_eviction_and_one_whose_oldest_is_on_its_way_refuse() {
    Spill keeps = spill(16 * 4096, null, false);
    fill(keeps);
    assertThat(lost).isEmpty();
    Spill evicts = spill(16 * 4096, null, true);
    keeps.close();
    append(evicts, 1);
    assertThat(evicts.status().adoptedLost()).isPositive();
    take(evicts, 1000);
    assertThat(evicts.put(exactly(4096), false)).isEqualTo(DropCause.SPILL_FULL);
  }
}
