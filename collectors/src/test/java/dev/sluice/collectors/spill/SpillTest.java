package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.SimulatedDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SpillTest extends SpillCase {
  @Test
  void chunks_come_out_in_order_as_they_were() {
    Spill spill = spill(OWN, 1 << 20);
    List<Chunk> chunks = Stream.generate(this::next).limit(200).toList();
    chunks.forEach(chunk -> assertThat(spill.put(chunk, false)).isNull());
    assertThat(spill.status().bytes()).isEqualTo(chunks.stream().mapToInt(Chunk::length).sum());
    for (Chunk chunk : chunks) {
      assertThat(take(spill, 1).get(0).chunk().toByteArray()).isEqualTo(chunk.toByteArray());
    }
    assertThat(spill.nextBytes()).isZero();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void segments_are_the_owners_alone_and_go_when_all_their_chunks_are_done() throws IOException {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 200);
    assertThat(files("*.slu")).hasSizeGreaterThan(2);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
        .isEqualTo("rwx------");
    for (Path file : files("*")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    List<Stored> taken = take(spill, 200);
    done(spill, taken.subList(1, 200));
    house(spill);
    assertThat(files("*.slu")).as("the first is still on its way").hasSizeGreaterThan(2);
    done(spill, taken.subList(0, 1));
    house(spill);
    assertThat(files("*.slu")).isEmpty();
    assertThat(spill.status().bytes()).isZero();
    spill.close();
  }

  @Test
  void next_producer_gets_what_was_not_done_and_no_more() throws IOException {
    Spill first = spill(OWN, 1 << 20);
    append(first, 100);
    done(first, take(first, 50).subList(0, 40));
    first.close();

    Spill second = spill(2, 1 << 20);
    assertThat(sequences(take(second, 100))).isEqualTo(LongStream.range(40, 100).boxed().toList());
    second.close();
  }

  @Test
  void adopted_chunks_come_before_new_ones_under_their_own_producer() {
    Spill first = spill(OWN, 1 << 20);
    append(first, 3);
    first.close();
    Spill second = spill(2, 1 << 20);
    second.put(new ChunkFactory(2, "second").next(1, CHUNK_BYTES), false);
    List<Stored> taken = take(second, 10);
    assertThat(taken.stream().map(Stored::own)).containsExactly(false, false, false, true);
    assertThat(taken.get(0).chunk().accounting().producerName()).isEqualTo("own");
    assertThat(second.status().bytes()).isPositive();
    done(second, taken);
    house(second);
    assertThat(second.status().bytes()).isZero();
    second.close();
  }

  @Test
  void second_user_of_a_directory_is_told_once_and_gets_it_when_the_first_has_left() {
    Spill first = spill(OWN, 1 << 20);
    append(first, 1);
    Spill second = spill(2, 1 << 20);
    for (int i = 0; i < 5; i++) {
      house(second);
      assertThat(second.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
      assertThat(second.nextBytes()).isZero();
      clock.skip(Duration.ofSeconds(20));
    }
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("used by another program", directory().toString());
    assertThat(second.status().problem()).isEqualTo(told.get(0));
    first.close();
    clock.skip(Duration.ofSeconds(20));
    house(second);
    assertThat(second.status().problem()).isNull();
    assertThat(take(second, 5)).hasSize(1);
    second.close();
  }

  @Test
  void full_spill_takes_no_more_until_segments_are_done_or_gave_way() {
    Spill spill = spill(OWN, 64 << 10);
    int fits = fill(spill);
    assertThat(fits).isBetween(55, 64);
    spill.segments.evictOldest();
    assertThat(lost).isEqualTo(Map.of(DropCause.SPILL_FULL, 3L));
    assertThat(spill.put(next(), false)).isNull();
    fill(spill);
    List<Stored> taken = take(spill, 6);
    assertThat(taken.get(0).chunk().accounting().sequence()).isEqualTo(3);
    done(spill, taken);
    house(spill);
    assertThat(spill.put(next(), false)).isNull();
    spill.close();
  }

  @Test
  void disk_that_runs_out_of_space_is_full_before_it_is_and_told_at_the_start() {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    disk.capacity(Spill.RESERVED_BYTES + 5 * CHUNK_BYTES);
    clock = over(disk);
    Spill spill =
        new Spill(
            new SpillSettings(directory(), 1 << 20, null, false),
            OWN,
            clock,
            this::lost,
            told::add);
    assertThat(fill(spill)).isEqualTo(4);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("room for 0 MiB", "1 MiB");
    disk.capacity(2 * Spill.RESERVED_BYTES);
    clock.skip(Duration.ofSeconds(2));
    assertThat(spill.put(next(), false)).isNull();
    spill.close();
  }

  @Test
  void chunks_older_than_the_age_are_dropped_and_counted() throws IOException {
    Spill spill =
        new Spill(
            new SpillSettings(directory(), 1 << 20, Duration.ofMinutes(1), false),
            OWN,
            clock,
            this::lost,
            told::add);
    append(spill, 10);
    clock.skip(Duration.ofSeconds(50));
    append(spill, 10);
    clock.skip(Duration.ofSeconds(20));
    spill.maintain();
    assertThat(lost).isEqualTo(Map.of(DropCause.EVICTED, 10L));
    assertThat(sequences(take(spill, 20))).isEqualTo(LongStream.range(10, 20).boxed().toList());
    assertThat(told).hasSize(1);
    spill.close();
  }

  @Test
  void damaged_chunk_is_counted_and_set_aside_and_the_rest_goes_on() throws IOException {
    Spill spill = spill(OWN, 1 << 20);
    append(spill, 10);
    Path segment = files("*.slu").get(0);
    damage(segment);
    List<Stored> taken = take(spill, 10);
    assertThat(taken).hasSize(9);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 1L));
    assertThat(spill.status().damaged()).isEqualTo(1);
    assertThat(told).hasSize(1);
    done(spill, taken);
    house(spill);
    assertThat(files("*.slu")).isEmpty();
    assertThat(files("*.damaged")).hasSize(1);
    spill.close();
  }

  @Test
  void segments_that_were_set_aside_are_bounded_over_restarts() throws IOException {
    for (int i = 0; i < 3 * SpillDirectory.MAX_QUARANTINED; i++) {
      Spill spill = spill(i, 1 << 20);
      append(spill, 2);
      Path segment = files("*.slu").get(0);
      damage(segment);
      done(spill, take(spill, 10));
      house(spill);
      spill.close();
      assertThat(files("*.slu")).isEmpty();
      assertThat(files("*.damaged"))
          .hasSize(Math.min(i + 1, SpillDirectory.MAX_QUARANTINED))
          .contains(segment.resolveSibling(segment.getFileName() + ".damaged"));
    }
  }

  @Test
  void torn_tail_of_a_killed_program_is_told_and_hides_nothing() throws IOException {
    Spill first = spill(OWN, 1 << 20);
    append(first, 5);
    first.close();
    Path segment = files("*.slu").get(0);
    Files.write(
        segment,
        Stream.of(next()).map(Chunk::toByteArray).findFirst().orElseThrow(),
        StandardOpenOption.APPEND);
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.setLength(file.length() - 100);
    }
    Spill second = spill(2, 1 << 20);
    List<Stored> taken = take(second, 10);
    assertThat(taken).hasSize(5);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("torn tail");
    done(second, taken);
    house(second);
    assertThat(files("*.slu*")).isEmpty();
    second.close();
  }

  @Test
  void segment_that_vanished_is_counted_and_ends_nothing() throws IOException {
    Spill spill = spill(OWN, 64 << 10);
    append(spill, 10);
    Files.delete(files("*.slu").get(0));
    List<Stored> taken = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      clock.skip(Duration.ofSeconds(1));
      taken.addAll(take(spill, 1));
    }
    assertThat(taken).hasSize(7);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 3L));
    spill.close();
  }

  @Test
  void position_that_makes_no_sense_costs_duplicates_and_no_chunk() throws IOException {
    Spill first = spill(OWN, 1 << 20);
    append(first, 5);
    done(first, take(first, 2));
    first.close();
    Path position = directory().resolve("spill.position");
    String text = Files.readString(position);
    for (String bad : List.of("", "x", text.replaceAll(" .*", " -1"), text.replace(" ", " 99"))) {
      Files.writeString(position, bad);
      Spill again = spill(2, 1 << 20);
      assertThat(take(again, 10)).as(bad).hasSize(5);
      again.close();
    }
  }
}
