package dev.sluice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactCommandTest {
  @TempDir Path directory;
  private final CommandRun command = new CommandRun();

  /** What verify says of the producers, without the number of chunks and their times. */
  private String audit(Object source) {
    command.run("verify", source, "--json");
    return command.output().replaceFirst("\"chunks\":\\d+,", "").replaceFirst(",\"losses\".*", "");
  }

  private List<String> records(Object source) {
    assertThat(command.run("cat", source, "--format", "jsonl")).isZero();
    return command.lines();
  }

  @Test
  void small_chunks_become_large_ones_with_the_same_records_and_audit() throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 500);
    chunks.remove(100); // a gap stays a gap
    Path small = MadeChunks.write(directory.resolve("small.slu"), chunks);
    Path large = directory.resolve("large.slu");

    assertThat(command.run("compact", small, "--to", large)).isZero();

    assertThat(Files.size(large)).isLessThan(Files.size(small) / 4);
    assertThat(command.output()).contains("written  2 chunks");
    assertThat(audit(large)).isEqualTo(audit(small)).contains("\"gaps\":1", "\"ring_full\":2");
    assertThat(records(large)).isEqualTo(records(small));
    command.run("inspect", large);
    assertThat(command.output()).contains("0 to 99, which it replaces", "service=shop");
  }

  @Test
  void a_file_among_those_that_are_read_is_refused_as_target() throws Exception {
    Path records = Files.createDirectory(directory.resolve("records"));
    MadeChunks.write(records.resolve("a.slu"), MadeChunks.of(7, 5));
    Path target = records.resolve("c.slu");
    for (Object[] words :
        List.of(
            new Object[] {"compact", records, "--to", target},
            new Object[] {"compact", records + "/*.slu", "--to", target},
            new Object[] {"convert", records, "--to", target},
            new Object[] {"merge", records, "--to", "file:" + target},
            new Object[] {"cut", records, "--to", target, "--type", "test.note"})) {
      assertThat(command.run(words)).as(command.errors()).isEqualTo(2);
      assertThat(command.errors()).contains("is part of the source");
      assertThat(target).doesNotExist();
    }
    assertThat(command.run("compact", records.resolve("a.slu"), "--to", target)).isZero();
  }

  @Test
  void commands_that_write_take_a_part_by_time() throws Exception {
    Path all = MadeChunks.write(directory.resolve("all.slu"), MadeChunks.of(7, 10));
    // The times of records, of which the last of 40 is left out: two chunks and a half.
    String until = Instant.EPOCH.plusNanos(MadeChunks.START + 39_000).toString();
    Path converted = directory.resolve("converted.slu");
    Path compacted = directory.resolve("compacted.slu");
    Path merged = directory.resolve("merged.slu");
    assertThat(command.run("convert", all, "--to", converted, "--until", until)).isEqualTo(1);
    assertThat(command.output()).contains("lost  1 producers whose losses or missing end");
    assertThat(command.run("compact", all, "--to", compacted, "--until", until)).isZero();
    assertThat(command.run("merge", all, "--to", merged, "--until", until)).isZero();
    List<String> wanted = records(all).subList(0, 39);
    List<String> chunks = records(all).subList(0, 48);
    assertThat(records(compacted)).as("whole chunks").isEqualTo(chunks);
    assertThat(records(merged)).as("whole chunks").isEqualTo(chunks);
    assertThat(records(converted)).hasSameSizeAs(wanted);
    assertThat(command.run("compact", all, "--to", directory.resolve("x"), "--from", "soon"))
        .isEqualTo(2);
    assertThat(command.errors()).contains("'from'", "soon");
  }

  @Test
  void what_was_compacted_can_be_compacted_again() throws Exception {
    Path small = MadeChunks.write(directory.resolve("small.slu"), MadeChunks.of(7, 40));
    Path larger = directory.resolve("larger.slu");
    Path large = directory.resolve("large.slu");
    command.run("compact", small, "--to", larger, "--chunk-records", "100");
    command.run("compact", larger, "--to", large, "--compression", "lz4");

    assertThat(command.output()).contains("read     7 chunks", "written  1 chunk,");
    assertThat(audit(large)).isEqualTo(audit(small));
    assertThat(records(large)).isEqualTo(records(small));
  }

  @Test
  void a_chunk_that_came_twice_is_compacted_once() throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 40);
    Path once = MadeChunks.write(directory.resolve("once.slu"), chunks);
    List<Chunk> again = new ArrayList<>(chunks);
    again.add(20, chunks.get(5));
    again.add(chunks.get(30));
    Path twice = MadeChunks.write(directory.resolve("twice.slu"), again);
    Path large = directory.resolve("large.slu");
    assertThat(command.run("compact", twice, "--to", large, "--chunk-records", "100")).isZero();
    assertThat(audit(large)).isEqualTo(audit(once));
    assertThat(records(large)).isEqualTo(records(once));
  }

  @Test
  void interleaved_producers_are_compacted_each_for_itself() throws Exception {
    List<Chunk> both = new ArrayList<>();
    List<Chunk> one = MadeChunks.of(7, 30);
    List<Chunk> other = MadeChunks.of(8, 30);
    for (int i = 0; i < 30; i++) {
      both.add(one.get(i));
      both.add(other.get(i));
    }
    Path small = MadeChunks.write(directory.resolve("small.slu"), both);
    Path large = directory.resolve("large.slu");
    command.run("compact", small, "--to", large);

    assertThat(command.output()).contains("written  2 chunks");
    assertThat(audit(large)).isEqualTo(audit(small));
  }

  @Test
  void originals_beside_the_compacted_chunk_are_duplicates_if_ranges_are_trusted()
      throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 20);
    Path small = MadeChunks.write(directory.resolve("a.slu"), chunks);
    String before = audit(small);
    command.run("compact", small, "--to", directory.resolve("b.slu"));
    String both = "file:" + directory.resolve("*.slu");
    String trusted = both + "?ranges=trusted";

    assertThat(audit(trusted)).isEqualTo(before.replace("\"duplicates\":0", "\"duplicates\":1"));
    assertThat(command.run("verify", both)).isEqualTo(1);
    assertThat(command.output()).contains("1 chunk in conflict");

    Files.move(small, directory.resolve("c.slu")); // now they come behind it
    assertThat(audit(trusted)).isEqualTo(before.replace("\"duplicates\":0", "\"duplicates\":20"));
    assertThat(command.run("verify", both)).isEqualTo(1);
    assertThat(command.output()).contains("20 chunks in conflict");
  }

  @Test
  void what_the_source_has_twice_is_compacted_once() throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 20);
    Path once = MadeChunks.write(directory.resolve("once.slu"), chunks);
    List<Chunk> again = new ArrayList<>(chunks);
    again.addAll(12, chunks.subList(7, 12)); // as after an outage
    Path twice = MadeChunks.write(directory.resolve("twice.slu"), again);
    Path large = directory.resolve("large.slu");

    assertThat(command.run("compact", twice, "--to", large)).isZero();
    assertThat(audit(large)).isEqualTo(audit(once));
  }

  @Test
  void drops_that_a_later_chunk_takes_back_are_told_of_the_compacted_ones_too() throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 2);
    chunks.add(MadeChunks.empty(7, 2, 32 + 900, DropCounts.ofLabels(Map.of("ring_full", 900L))));
    chunks.add(MadeChunks.empty(7, 3, 32 + 900, DropCounts.NONE));
    Path small = MadeChunks.write(directory.resolve("small.slu"), chunks);
    Path large = directory.resolve("large.slu");
    command.run("compact", small, "--to", large);

    assertThat(audit(large)).isEqualTo(audit(small)).contains("\"conflicts\":1", ":900");
  }

  @Test
  void totals_that_contradict_earlier_ones_are_not_hidden_by_those_of_later_chunks()
      throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 1);
    chunks.add(MadeChunks.empty(7, 1, 12, DropCounts.NONE));
    chunks.add(MadeChunks.empty(7, 2, 16, DropCounts.NONE));
    Path small = MadeChunks.write(directory.resolve("small.slu"), chunks);
    Path large = directory.resolve("large.slu");
    command.run("compact", small, "--to", large);

    assertThat(audit(large)).isEqualTo(audit(small)).contains("\"conflicts\":1");
  }

  @Test
  void original_that_becomes_the_compacted_chunk_beside_it_stays_in_conflict_with_it()
      throws Exception {
    Path small = MadeChunks.write(directory.resolve("a.slu"), MadeChunks.of(7, 2));
    command.run("compact", small, "--to", directory.resolve("b.slu"));
    Path large = Files.createDirectory(directory.resolve("large")).resolve("c.slu");
    command.run("compact", directory.resolve("*.slu"), "--to", large);

    assertThat(audit(large)).contains("\"conflicts\":1");
  }

  @Test
  void a_compacted_chunk_of_which_a_part_came_before_is_a_conflict() throws Exception {
    List<Chunk> chunks = MadeChunks.of(7, 20);
    Path small = MadeChunks.write(directory.resolve("small"), chunks);
    command.run("compact", small, "--to", directory.resolve("b.slu"));
    MadeChunks.write(directory.resolve("a.slu"), chunks.subList(3, 4));

    assertThat(command.run("verify", directory.resolve("*.slu"))).isEqualTo(1);
    assertThat(command.output()).contains("1 chunk in conflict");
  }

  @Test
  void damage_is_left_out_and_told() throws Exception {
    Path small = MadeChunks.write(directory.resolve("small.slu"), MadeChunks.of(7, 20));
    byte[] bytes = Files.readAllBytes(small);
    bytes[bytes.length / 2] ^= 1;
    Files.write(small, bytes);
    Path large = directory.resolve("large.slu");

    assertThat(command.run("compact", small, "--to", large)).isEqualTo(1);
    assertThat(command.output()).contains("damaged");
    command.run("verify", large);
    assertThat(command.output()).contains("1 chunk missing");
  }
}
