package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Chunks that come back, that may have arrived, and that nobody will send. */
class SpillReturnTest extends SpillCase {
  @Test
  void chunk_that_comes_back_to_a_full_spill_is_the_next_again_and_frees_its_room_when_done() {
    Spill spill = spill(OWN, 64 << 10);
    int fits = fill(spill);
    List<Stored> taken = take(spill, fits);
    spill.requeue(taken.get(1), false);
    done(spill, taken.subList(0, 1));
    done(spill, taken.subList(2, fits));
    List<Stored> back = take(spill, fits);
    assertThat(sequences(back)).containsExactly(1L);
    assertThat(back.get(0).chunk().toByteArray()).isEqualTo(taken.get(1).chunk().toByteArray());
    done(spill, back);
    house(spill);
    assertThat(spill.status().bytes()).isZero();
    assertThat(fill(spill)).as("all of it is free again").isEqualTo(fits);
    assertThat(lost).isEmpty();
    spill.close();
  }

  @Test
  void chunks_that_come_back_are_handed_out_in_their_order_before_newer_ones() {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 6);
    List<Stored> taken = take(spill, 4);
    spill.nextBytes(); // the fifth is read ahead
    spill.requeue(taken.get(3), true);
    spill.requeue(taken.get(1), true);
    List<Stored> rest = take(spill, 10);
    assertThat(sequences(rest)).containsExactly(4L, 1L, 3L, 5L);
    assertThat(rest.stream().map(Stored::uncertain)).containsExactly(false, true, true, false);
    spill.close();
  }

  @Test
  void chunk_handed_in_twice_changes_nothing_the_second_time() {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 2);
    Stored first = take(spill, 1).get(0);
    spill.requeue(first, false);
    spill.requeue(first, false);
    assertThat(sequences(take(spill, 10))).containsExactly(0L, 1L);
    spill.close();
  }

  @Test
  void chunk_that_cannot_be_read_again_is_given_up_and_counted() throws IOException {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 3);
    List<Stored> taken = take(spill, 2);
    damage(files("*.slu").get(0), CHUNK_BYTES / 2);
    spill.requeue(taken.get(0), false);
    for (int i = 0; i < 20; i++) {
      clock.skip(Duration.ofSeconds(1));
      spill.nextBytes();
    }
    done(spill, taken.subList(1, 2));
    house(spill);
    assertThat(lost.get(DropCause.WRITE_REJECTED)).as("with the one never taken").isEqualTo(2);
    assertThat(spill.status().bytes()).isZero();
    spill.close();
  }

  @Test
  void lost_chunk_behind_an_open_one_is_counted_only_when_no_later_producer_would_send_it() {
    Spill first = spill(OWN, 1 << 20);
    append(first, 3);
    List<Stored> taken = take(first, 3);
    first.done(taken.get(1), DropCause.WRITE_REJECTED);
    house(first);
    assertThat(lost).isEmpty();
    first.close();
    assertThat(lost).as("it is still there").isEmpty();

    Spill second = spill(2, 1 << 20);
    List<Stored> left = take(second, 3);
    assertThat(left).hasSize(3);
    second.done(left.get(1), DropCause.WRITE_REJECTED);
    assertThat(second.status().adoptedLost()).isZero();
    second.done(left.get(0), null);
    house(second);
    assertThat(second.status().adoptedLost()).isEqualTo(1);
    second.close();
  }

  @Test
  void lost_chunk_is_counted_once_everything_before_it_is_done() {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 3);
    List<Stored> taken = take(spill, 3);
    spill.done(taken.get(1), DropCause.WRITE_REJECTED);
    spill.done(taken.get(0), null);
    house(spill);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 1L));
    spill.close();
    Spill next = spill(2, 1 << 20);
    assertThat(sequences(take(next, 3))).containsExactly(2L);
    next.close();
  }

  @Test
  void lost_chunk_is_not_counted_before_the_position_says_that_it_is_passed() {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    boolean[] fails = {true};
    Spill spill =
        spill(
            disk.program()
                .with(
                    (what, path) ->
                        fails[0] && what == Operation.MOVE && path.endsWith("spill.position.new")
                            ? Outcome.FAILS
                            : Outcome.DONE),
            SpillSettings.Fsync.NEVER);
    append(spill, 2);
    spill.done(take(spill, 1).get(0), DropCause.WRITE_REJECTED);
    house(spill);
    assertThat(lost).as("killed now, the next program sends it").isEmpty();
    fails[0] = false;
    house(spill);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 1L));
    spill.close();

    Spill next = spill(disk.program(), SpillSettings.Fsync.NEVER);
    assertThat(sequences(take(next, 3))).containsExactly(1L);
    next.close();
  }

  @Test
  void lost_chunk_may_arrive_if_the_last_position_could_not_be_written() {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    SimulatedDisk failing = disk.program();
    Spill spill = spill(failing, SpillSettings.Fsync.NEVER);
    append(spill, 2);
    spill.done(take(spill, 1).get(0), DropCause.WRITE_REJECTED);
    failing.with(
        (what, path) -> what == Operation.MOVE ? Outcome.LATE : Outcome.DONE); // or it is written
    spill.close();
    assertThat(lost).isEmpty();
    assertThat(mayHaveArrived).isEqualTo(1);
  }

  @Test
  void segment_that_cannot_be_counted_does_not_give_way() {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    Spill first = spill(disk.program(), SpillSettings.Fsync.NEVER);
    append(first, 3);
    first.close();
    SimulatedDisk failing = disk.program();
    clock = over(failing);
    Spill second =
        new Spill(
            new SpillSettings(
                directory(), 4500, null, true, SpillSettings.Fsync.NEVER, "file:/records"),
            2,
            clock,
            this::lost,
            told::add);
    assertThat(second.put(chunkOf(2), false)).isNull();
    failing.with((what, path) -> what == Operation.OPEN ? Outcome.FAILS : Outcome.DONE);
    assertThat(second.put(chunkOf(2), false)).isEqualTo(DropCause.SPILL_FULL);
    assertThat(told).singleElement().asString().contains("cannot be counted and stays");
    failing.with((what, path) -> Outcome.DONE);
    assertThat(second.put(chunkOf(2), false)).isNull();
    assertThat(second.status().adoptedLost()).isEqualTo(3);
    second.close();
  }

  @Test
  void chunk_that_may_have_arrived_is_known_as_such_and_never_counted_as_dropped() {
    Spill spill = spill(OWN, 64 << 10);
    spill.put(next(), true);
    spill.put(next(), false);
    spill.put(next(), true);
    Stored first = take(spill, 1).get(0);
    assertThat(first.uncertain()).isTrue();
    fill(spill);
    spill.requeue(first, false);
    spill.segments.evictOldest();
    assertThat(lost).isEqualTo(Map.of(DropCause.SPILL_FULL, 1L));
    assertThat(mayHaveArrived).isEqualTo(2);
    spill.close();
  }

  @Test
  void old_segment_behind_a_young_one_gives_way_too() throws IOException {
    for (long producer : new long[] {7, 8}) {
      Spill earlier = spill(producer, 64 << 10);
      for (int i = 0; i < 6; i++) {
        earlier.put(new ChunkFactory(producer, "earlier").next(1, CHUNK_BYTES), false);
      }
      earlier.close();
    }
    List<Path> left = files("*.slu");
    assertThat(left).hasSize(4);
    for (int old : new int[] {0, 2}) {
      Files.setLastModifiedTime(left.get(old), FileTime.fromMillis(0));
    }
    Spill spill = withAge(Duration.ofMinutes(1));
    spill.maintain();
    assertThat(spill.status().adoptedLost()).isEqualTo(6);
    assertThat(files("*.slu")).containsExactly(left.get(1), left.get(3));
    spill.close();
  }

  @Test
  void chunk_that_is_handed_out_is_all_that_stays_of_an_old_segment() {
    Spill spill = withAge(Duration.ofMinutes(1));
    Chunk[] own = {chunkOf(2), chunkOf(2), chunkOf(2)};
    for (Chunk chunk : own) {
      spill.put(chunk, false);
    }
    Stored held = take(spill, 1).get(0);
    clock.skip(Duration.ofMinutes(2));
    house(spill);
    house(spill);
    assertThat(told).as("once").hasSize(1);
    assertThat(told.get(0)).contains("2 records");
    assertThat(lost).as("as long as the file is there").isEmpty();
    spill.requeue(held, false);
    house(spill);
    assertThat(lost).isEqualTo(Map.of(DropCause.EVICTED, 3L));
    assertThat(spill.status().bytes()).isZero();
    spill.close();
  }

  private static Chunk chunkOf(long producer) {
    return new ChunkFactory(producer, "chunk").next(1, CHUNK_BYTES);
  }

  private Spill withAge(Duration age) {
    return new Spill(
        new SpillSettings(directory(), 1 << 20, age, false), 2, clock, this::lost, told::add);
  }

  @Test
  void what_gives_way_of_an_earlier_producer_is_counted_by_its_headers_and_told_with_its_number()
      throws IOException {
    Spill first = spill(OWN, 1 << 20);
    append(first, 150);
    done(first, take(first, 10));
    first.close();
    for (Path segment : files("*.slu")) {
      Files.setLastModifiedTime(segment, FileTime.fromMillis(0));
    }
    Spill second = withAge(Duration.ofMinutes(1));
    assertThat(second.nextBytes()).as("nothing is too old to be sent").isZero();
    assertThat(second.status().adoptedLost()).isEqualTo(140);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("140 records").contains("evicted");
    assertThat(lost).as("of this producer").isEmpty();
    assertThat(files("*.slu")).isEmpty();
    second.close();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void directory_that_is_removed_costs_what_was_in_it_counted_and_is_made_anew()
      throws IOException {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 10);
    List<Stored> taken = take(spill, 2);
    delete();
    spill.put(next(), false); // nobody has noticed yet
    house(spill);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 9L));
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("9 records", "removed");
    done(spill, taken.subList(0, 1));
    spill.requeue(taken.get(1), false);
    assertThat(lost.get(DropCause.WRITE_REJECTED)).isEqualTo(10);
    append(spill, 5);
    assertThat(sequences(take(spill, 10))).isEqualTo(LongStream.range(11, 16).boxed().toList());
    spill.close();
    assertThat(files("*.slu")).hasSize(1);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void directory_that_was_removed_is_noticed_by_the_close_as_well() throws IOException {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 10);
    delete();
    spill.close();
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 10L));
    assertThat(spill.status().bytes()).isZero();
  }

  private void delete() throws IOException {
    for (Path file : files("*")) {
      Files.delete(file);
    }
    Files.delete(directory());
  }

  @Test
  void half_a_chunk_that_a_failed_write_left_is_cut_off() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    Outcome[] append = {Outcome.DONE};
    Spill spill =
        spill(
            disk.with((what, path) -> what == Operation.APPEND ? append[0] : Outcome.DONE),
            SpillSettings.Fsync.NEVER);
    append(spill, 1);
    Path segment = disk.files(directory()).get(0);
    int whole = disk.bytes(segment).length;
    append[0] = Outcome.SHORT;
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(disk.bytes(segment)).hasSize(whole);
    spill.close();
  }

  private Spill spill(SimulatedDisk disk, SpillSettings.Fsync fsync) {
    SpillSettings settings =
        new SpillSettings(directory(), 1 << 20, null, false, fsync, "file:/records");
    clock = over(disk);
    return new Spill(settings, OWN, clock, this::lost, told::add);
  }

  @Test
  void position_is_noted_now_and_then_so_that_a_kill_costs_few_duplicates() throws IOException {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 3);
    List<Stored> taken = take(spill, 2);
    done(spill, taken);
    house(spill);
    long done = taken.stream().mapToLong(one -> one.chunk().length()).sum();
    assertThat(Files.readString(directory().resolve("spill.position")).strip())
        .isEqualTo(files("*.slu").get(0).getFileName() + " " + done);
    spill.close();
  }

  @Test
  void chunk_is_forced_to_the_device_before_it_counts_as_spilled_if_so_wanted() {
    List<Operation> done = new ArrayList<>();
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    Spill spill =
        spill(
            disk.with(
                (what, path) -> {
                  done.add(what);
                  return Outcome.DONE;
                }),
            SpillSettings.Fsync.CHUNK);
    spill.maintain();
    done.clear();
    append(spill, 2);
    assertThat(done)
        .containsSubsequence(
            Operation.CREATE,
            Operation.FORCE_NAMES,
            Operation.APPEND,
            Operation.FORCE,
            Operation.APPEND,
            Operation.FORCE)
        .containsOnlyOnce(Operation.FORCE_NAMES);
    spill.close();
  }
}
