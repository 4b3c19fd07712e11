package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.support.platform.SystemDisk;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Warns({"is full; damaged chunks are only counted from here on", "cannot set damaged chunks aside"})
class QuarantineTest {
  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(1);
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Long> numbers = new ArrayList<>();

  @Test
  void an_undecodable_chunk_is_set_aside_with_reason_and_position_and_the_stream_goes_on()
      throws Exception {
    Chunk bad = producer.chunk("nonsense\n", 1);
    reader.poll(producer.events(1), bad, producer.events(1), producer.end());
    Audit audit = drain(1000, 1 << 20);

    assertThat(numbers).containsExactly(0L, 1L);
    assertThat(audit.damaged()).isEqualTo(1);
    assertThat(audit.skippedBytes()).isEqualTo(bad.length());
    assertThat(audit.complete()).isFalse();
    assertThat(audit.producers().get(0).gaps()).isEqualTo(1);
    assertThat(files()).hasSize(2);
    Path chunk = files().get(0);
    assertThat(chunk.getFileName().toString())
        .startsWith("topic-0@1-no-record-nonsense")
        .endsWith(".chunk");
    assertThat(chunk).hasBinaryContent(bad.toByteArray());
    assertThat(Files.readString(files().get(1)))
        .contains(
            "reason: no record: nonsense",
            "partition: topic-0",
            "offset: 1",
            "length: " + bad.length());
  }

  @Test
  void framing_damage_is_set_aside() throws Exception {
    reader
        .poll(producer.events(1))
        .damage("../../etc/passwd", "CRC32C does not match")
        .poll(producer.end());
    Audit audit = drain(1000, 1 << 20);

    assertThat(audit.damaged()).isEqualTo(1);
    assertThat(audit.skippedBytes()).isEqualTo(4);
    assertThat(files())
        .extracting(f -> f.getFileName().toString())
        .containsExactly(
            "..-..-etc-passwd@0-crc32c-does-not-match.chunk",
            "..-..-etc-passwd@0-crc32c-does-not-match.txt");
  }

  @Test
  void what_is_told_of_a_chunk_has_no_lines_or_controls_of_others() throws Exception {
    reader.damage("a\u001b[2J\u009b\u202e\nkept: 9", "torn\r\nlength: 7");
    drain(1000, 1 << 20);

    assertThat(Files.readAllLines(files().get(1)))
        .containsExactly(
            "reason: torn??length: 7",
            "partition: a?[2J???kept: 9",
            "offset: 0",
            "length: 4",
            "kept: 4");
  }

  @Test
  void a_serializer_nobody_knows_is_a_reason() throws Exception {
    reader.poll(producer.ofSerializer(201), producer.events(1));
    drain(1000, 1 << 20);

    assertThat(numbers).containsExactly(0L);
    assertThat(Files.readString(files().get(1))).contains("reason: no deserializer for id 201");
  }

  @Test
  void a_bug_in_a_decoder_costs_that_chunk_only() throws Exception {
    reader.poll(producer.chunk("bug\n", 1), producer.events(1));
    Audit audit = drain(1000, 1 << 20);

    assertThat(numbers).containsExactly(0L);
    assertThat(audit.damaged()).isEqualTo(1);
  }

  @Test
  void the_directory_is_bounded_over_restarts_and_all_damage_is_counted() throws Exception {
    for (int i = 0; i < 5; i++) {
      reader.damage("topic-0", "torn");
    }
    assertThat(drain(3, 1 << 20).damaged()).isEqualTo(5);
    assertThat(files()).hasSize(6);
    reader.damage("topic-1", "torn");
    assertThat(drain(3, 1 << 20).damaged()).isEqualTo(1);
    assertThat(files()).hasSize(6);
    reader.damage("topic-1", "torn");
    drain(4, 15);
    assertThat(files()).as("bytes are bounded too").hasSize(6);
    reader.damage("topic-1", "torn");
    drain(4, 16);
    assertThat(files()).hasSize(8);
  }

  @Test
  void a_directory_that_is_removed_meanwhile_is_made_again_and_bounded_anew() throws Exception {
    Path directory = temporary.resolve("quarantine");
    Quarantine quarantine = new Quarantine(SystemDisk.INSTANCE, directory, 1, 100);
    byte[] bytes = {1};
    for (int i = 0; i < 2; i++) {
      SourcePosition position = new SourcePosition("topic-0", i);
      quarantine.put(new Damage(position, 1, "torn", bytes));
      List<Path> files = files();
      assertThat(files).hasSize(2).allMatch(file -> file.toString().contains("topic-0@"));
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(directory);
    }
  }

  @Test
  void damage_that_is_met_again_after_a_restart_is_not_written_again() throws Exception {
    List<Operation> done = new ArrayList<>();
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    Path directory = Path.of("/simulated/quarantine");
    Damage damage = new Damage(new SourcePosition("topic-0", 0), 1, "torn", new byte[1]);
    new Quarantine(disk, directory, 9, 100).put(damage);
    disk.with(
        (operation, path) -> {
          done.add(operation);
          return Outcome.DONE;
        });
    Quarantine quarantine = new Quarantine(disk, directory, 9, 100);
    quarantine.put(damage);
    quarantine.put(damage);

    assertThat(done).doesNotContain(Operation.CREATE).containsOnlyOnce(Operation.LIST);
  }

  @Test
  void names_of_files_have_at_most_80_characters_of_each_part() throws Exception {
    reader.damage("p".repeat(81), "r".repeat(80));
    drain(1, 100);

    assertThat(files().get(0).getFileName())
        .hasToString("p".repeat(80) + "@0-" + "r".repeat(80) + ".chunk");
  }

  @Test
  void a_directory_that_cannot_be_written_does_not_stop_the_stream() throws Exception {
    Files.writeString(temporary.resolve("quarantine"), "a file");
    reader.damage("topic-0", "torn").poll(producer.events(1));
    Audit audit = drain(3, 1000);

    assertThat(audit.damaged()).isEqualTo(1);
    assertThat(numbers).containsExactly(0L);
  }

  @Test
  void that_it_is_full_is_logged_once() throws Exception {
    for (int i = 0; i < 4; i++) {
      reader.damage("topic-0", "torn");
    }
    try (LogLines log = new LogLines()) {
      drain(1, 1000);
      assertThat(log.all())
          .containsExactly(
              "WARNING quarantine "
                  + temporary.resolve("quarantine")
                  + " is full; damaged chunks are only counted from here on");
    }
  }

  @Test
  void that_it_cannot_be_written_is_logged() throws Exception {
    Files.writeString(temporary.resolve("quarantine"), "a file");
    reader.damage("topic-0", "torn");
    try (LogLines log = new LogLines()) {
      drain(1, 1000);
      assertThat(log.all())
          .singleElement()
          .asString()
          .startsWith("WARNING cannot set damaged chunks aside in " + temporary);
    }
  }

  @Test
  void bytes_are_bounded_within_one_run_too() throws Exception {
    for (int i = 0; i < 4; i++) {
      reader.damage("topic-0", "torn");
    }
    drain(1000, 11);
    assertThat(files()).as("two of four bytes each, and what tells of them").hasSize(4);
  }

  @Test
  void a_damage_listener_is_told() throws Exception {
    reader.damage("topic-0", "torn");
    List<Damage> told = new ArrayList<>();
    RecordStream.builder(reader).damageListener(told::add).open().drain((cursor, chunk) -> {});

    assertThat(told).singleElement().hasToString("topic-0@0: torn, 4 bytes");
  }

  @Test
  void limits_must_be_positive() {
    assertThatThrownBy(() -> RecordStream.builder(reader).quarantine(temporary, 0, 1))
        .hasMessage("maxChunks and maxBytes must be >= 1, were 0 and 1");
    assertThatThrownBy(() -> RecordStream.builder(reader).quarantine(temporary, 1, 0))
        .hasMessage("maxChunks and maxBytes must be >= 1, were 1 and 0");
  }

  @Test
  void one_chunk_of_one_byte_is_a_limit() throws Exception {
    reader.damage("topic-0", "torn");
    assertThat(drain(1, 1).damaged()).isEqualTo(1);
    assertThat(files()).isEmpty();
  }

  @Test
  void a_uri_names_a_directory_too() throws Exception {
    reader.damage("topic-0", "torn");
    Path directory = temporary.resolve("quarantine");
    RecordStream.builder(reader).quarantine("file:" + directory).open().drain((c, chunk) -> {});
    assertThat(files()).hasSize(2);
  }

  @Test
  void a_scheme_nobody_knows_closes_the_source() {
    RecordStreamBuilder builder = RecordStream.builder(reader).quarantine("nowhere:letters");
    assertThatThrownBy(builder::open).hasMessageContaining("nowhere");
    assertThat(reader.closed).isTrue();
  }

  private Audit drain(int maxChunks, long maxBytes) throws IOException {
    RecordStream stream =
        RecordStream.builder(reader)
            .quarantine(temporary.resolve("quarantine"), maxChunks, maxBytes)
            .open();
    stream.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));
    return stream.audit();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(temporary.resolve("quarantine"))) {
      return files.sorted().toList();
    }
  }
}
