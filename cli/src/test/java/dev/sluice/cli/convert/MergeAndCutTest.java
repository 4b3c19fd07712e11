package dev.sluice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeAndCutTest {
  @TempDir Path directory;
  private final CommandRun command = new CommandRun();

  private String audit(Object source) {
    command.run("verify", source, "--json");
    return command.output();
  }

  private List<String> records(Object source) {
    assertThat(command.run("cat", source, "--format", "jsonl")).isZero();
    return command.lines();
  }

  private static Instant after(long micros) {
    return Instant.ofEpochSecond(0, MadeChunks.START + 1000 * micros);
  }

  @Test
  void sources_are_merged_in_the_order_of_time_and_what_both_have_is_copied_once()
      throws Exception {
    List<Chunk> one = MadeChunks.of(7, 10);
    List<Chunk> both = new ArrayList<>(MadeChunks.of(8, 10));
    both.add(5, one.get(5));
    Path a = MadeChunks.write(directory.resolve("a"), one);
    Path b = MadeChunks.write(directory.resolve("b"), both);
    Path all = directory.resolve("all.slu");

    assertThat(command.run("merge", a, b, "--to", all)).isZero();

    assertThat(command.output()).contains("20 chunks", "1 duplicate left out");
    assertThat(audit(all)).contains("\"chunks\":20", "\"gaps\":0").doesNotContain("\"gaps\":1");
    List<String> times =
        records(all).stream()
            .map(line -> line.replaceFirst(".*\"(tout|timestamp)\":(\\d+).*", "$2"))
            .toList();
    for (int i = 0; i < times.size(); i++) {
      // The chunks of one time come one after the other.
      assertThat(times.get(i))
          .isEqualTo(Long.toString(MadeChunks.START + 1000L * (i / 32 * 16 + i % 16)));
    }
  }

  @Test
  void a_part_in_time_copies_whole_chunks_and_tells_what_is_not_there() throws Exception {
    Path small = MadeChunks.write(directory.resolve("small.slu"), MadeChunks.of(7, 10));
    Path part = directory.resolve("part.slu");

    assertThat(command.run("cut", small, "--from", after(40), "--until", after(96), "--to", part))
        .isZero();

    assertThat(command.output()).contains("kept      4 chunks of 10, 3 unchanged and 1 in part");
    assertThat(records(part)).hasSize(56).allMatch(line -> line.contains("service"));
    assertThat(command.lines().get(0)).contains("\"cut\":\"8\"");
    assertThat(command.run("verify", part)).isEqualTo(1);
    assertThat(command.output()).contains("2 chunks missing", "1 producer without an end");
  }

  @Test
  void a_type_leaves_the_others_out_of_each_chunk_and_the_audit_says_how_many() throws Exception {
    Path small = MadeChunks.write(directory.resolve("small.slu"), MadeChunks.of(7, 10));
    Path part = directory.resolve("part.slu");

    assertThat(command.run("cut", small, "--type", "sluice.cpu_utilization", "--to", part))
        .isZero();

    assertThat(records(part)).hasSize(10);
    assertThat(command.run("verify", part)).isEqualTo(1);
    assertThat(command.output()).contains("150 records emitted but in no chunk");
  }

  @Test
  void a_producer_comes_with_all_its_chunks_and_its_audit() throws Exception {
    List<Chunk> both = new ArrayList<>(MadeChunks.of(7, 3));
    both.addAll(MadeChunks.of(8, 3));
    Path small = MadeChunks.write(directory.resolve("small.slu"), both);
    Path only = MadeChunks.write(directory.resolve("only.slu"), MadeChunks.of(8, 3));
    Path part = directory.resolve("part.slu");

    assertThat(command.run("cut", small, "--producer", "made 8", "--to", part)).isZero();
    assertThat(Files.readAllBytes(part)).isEqualTo(Files.readAllBytes(only));
  }

  @Test
  void part_of_a_recording_is_in_conflict_whichever_chunk_of_the_conflict_is_left_out()
      throws Exception {
    for (int place : List.of(1, 2)) { // before and after the chunk whose sequence it has
      List<Chunk> both = new ArrayList<>(MadeChunks.of(7, 3));
      both.add(place, MadeChunks.empty(7, 1, 32, DropCounts.NONE));
      Path small = MadeChunks.write(directory.resolve("small" + place), both);
      Path later = directory.resolve("later" + place);
      Path none = directory.resolve("none" + place);
      command.run("cut", small, "--from", after(32), "--to", later);
      assertThat(audit(later)).contains("\"conflicts\":1");
      command.run("cut", small, "--until", after(0), "--to", none);
      assertThat(audit(none)).contains("\"conflicts\":1");
    }
  }

  @Test
  void part_that_looks_complete_beside_an_incomplete_producer_is_reported() throws Exception {
    List<Chunk> chunks = new ArrayList<>(MadeChunks.of(7, 2));
    chunks.addAll(MadeChunks.of(8, 4).subList(2, 4));
    Path small = MadeChunks.write(directory.resolve("small.slu"), chunks);
    Path part = directory.resolve("part.slu");

    assertThat(command.run("cut", small, "--until", after(32), "--to", part)).isEqualTo(1);

    assertThat(command.output())
        .contains(
            "the source is incomplete, which is not visible in the result: 2 chunks missing, "
                + "2 records dropped");
    assertThat(command.run("verify", part)).isZero();
  }

  @Test
  void nothing_is_written_where_nothing_is_kept() throws Exception {
    Path small = MadeChunks.write(directory.resolve("small.slu"), MadeChunks.of(7, 3));
    Path part = directory.resolve("part.slu");

    assertThat(command.run("cut", small, "--from", after(9999), "--to", part)).isEqualTo(2);
    assertThat(command.errors()).contains("contains no such record");
    assertThat(command.run("cut", small, "--to", part)).isEqualTo(2);
    assertThat(command.run("merge", small, directory.resolve("nobody"), "--to", part)).isEqualTo(2);
    assertThat(directory.toFile().list()).containsExactly("small.slu");
  }
}
