package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found in the directory, and what is left of it for others. */
class SpillDirectoryTest extends SimulatedSpillCase {
  private Path file(String name) {
    return directory().resolve(name);
  }

  private boolean isThere(String name) {
    return disk.files(directory()).stream().anyMatch(path -> path.endsWith(name));
  }

  @Test
  void directory_that_cannot_be_used_is_written_to_by_nobody() {
    Spill spill = spill();
    failing = Operation.LOCK;
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(count(Operation.CREATE)).isZero();
    assertThat(count(Operation.APPEND)).isZero();
  }

  @Test
  void directory_that_could_not_be_read_is_left_to_others() {
    Spill spill = spill();
    boolean[] locked = {false};
    disk.with(
        (what, path) -> {
          locked[0] |= what == Operation.LOCK;
          return locked[0] && what == Operation.LIST ? Outcome.FAILS : Outcome.DONE;
        });
    spill.maintain();
    assertThat(spill.status().problem()).isNotNull();
    Spill other = other(disk.program());
    append(other, 1);
    other.close();
  }

  private Spill other(SimulatedDisk program) {
    clock = new VirtualPlatform(0, 1, program);
    return new Spill(
        new SpillSettings(directory(), 1 << 20, null, false), 5, clock, this::lost, told::add);
  }

  @Test
  void directory_that_is_held_is_kept_from_others() {
    append(spill(), 1);
    Spill other = other(disk.program());
    assertThat(other.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
  }

  @Test
  void marker_is_written_once() {
    Spill first = spill();
    first.maintain();
    first.close();
    done.clear();
    spill().maintain();
    assertThat(count(Operation.MOVE)).isZero();
  }

  @Test
  void marker_of_a_long_sink_is_read() {
    for (int i = 0; i < 2; i++) {
      spill();
      Spill spill =
          new Spill(
              new SpillSettings(
                  directory(),
                  1 << 20,
                  null,
                  false,
                  SpillSettings.Fsync.NEVER,
                  "x".repeat((4 << 10) - 1)),
              OWN,
              clock,
              this::lost,
              told::add);
      append(spill, 1);
      spill.close();
    }
    assertThat(told).isEmpty();
  }

  @Test
  void segments_that_others_have_set_aside_are_bounded_when_it_is_taken() {
    disk.put(file("spill.sink"), "unknown\n".getBytes());
    for (int i = 0; i < SpillDirectory.MAX_QUARANTINED + 3; i++) {
      disk.put(file(new SegmentName(9, i).fileName() + ".damaged"), new byte[10]);
    }
    spill().maintain();
    assertThat(
            disk.files(directory()).stream().filter(path -> path.toString().endsWith(".damaged")))
        .hasSize(SpillDirectory.MAX_QUARANTINED);
  }

  @Test
  void producers_are_sent_in_the_order_in_which_they_began() throws IOException {
    long[] millis = {0};
    SimulatedDisk timed = new SimulatedDisk(() -> millis[0]);
    timed.put(file("spill.sink"), "unknown\n".getBytes());
    for (int number = 0; number < 2; number++) {
      for (long producer : new long[] {9, 3}) {
        millis[0] += 1_000;
        timed.put(
            file(new SegmentName(producer, number).fileName()),
            new ChunkFactory(producer, null).next().toByteArray());
      }
    }
    Spill spill = other(timed);
    assertThat(take(spill, 9).stream().map(one -> one.chunk().accounting().producerId()))
        .containsExactly(9L, 9L, 3L, 3L);
  }

  @Test
  void segment_that_was_delivered_to_its_end_is_not_sent_again() throws IOException {
    Spill first = spill();
    append(first, 2);
    done(first, take(first, 1));
    first.close();
    Path segment =
        disk.files(directory()).stream()
            .filter(path -> path.toString().endsWith(".slu"))
            .findFirst()
            .orElseThrow();
    int length = disk.bytes(segment).length;
    disk.put(file("spill.position"), (segment.getFileName() + " " + length + "\n").getBytes());
    assertThat(take(spill(), 9)).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void position_goes_when_everything_is_delivered() {
    Spill spill = spill();
    append(spill, 2);
    List<ChunkStore.Stored> taken = take(spill, 2);
    done(spill, taken.subList(0, 1));
    house(spill);
    assertThat(isThere("spill.position")).isTrue();
    done(spill, taken.subList(1, 2));
    house(spill);
    assertThat(isThere("spill.position")).isFalse();
  }
}
