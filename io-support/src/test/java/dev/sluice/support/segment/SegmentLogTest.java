package dev.sluice.support.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.support.NotedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentLogTest {
  @TempDir Path temporary;
  private final NotedDisk noted = new NotedDisk();
  private Path directory;
  private SegmentLog log;

  @BeforeEach
  void open() {
    directory = temporary.resolve("records");
    log = SegmentLog.shared(noted.disk(), directory, Access.OWNER);
  }

  private Path begin(SegmentLog in, long producer) throws IOException {
    try (SegmentAppender segment = in.begin(producer, 0, false)) {
      segment.append(Chunks.of(0), false);
      return segment.path();
    }
  }

  private static String name(long producer, long number) {
    return new SegmentName(producer, number).fileName();
  }

  private Path file(String name, long modified) throws IOException {
    Path file = Files.writeString(Files.createDirectories(directory).resolve(name), name);
    return Files.setLastModifiedTime(file, FileTime.fromMillis(modified));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void numbers_rise_over_all_producers_and_none_is_used_twice() throws Exception {
    assertThat(begin(log, 1)).hasFileName(name(1, 0));
    assertThat(begin(log, 2)).hasFileName(name(2, 1));
    Path third = begin(log, 1);
    assertThat(third).hasFileName(name(1, 2));
    Files.delete(third);
    assertThat(begin(log, 1)).hasFileName(name(1, 3));
  }

  @Test
  void after_a_restart_numbers_go_on_behind_those_of_the_producer() throws Exception {
    file(name(1, 7), 0);
    file(name(1, 5), 0);
    file(name(2, 9), 0);
    file("sluice-1.slu", 0);
    assertThat(begin(log, 1)).hasFileName(name(1, 8));
    assertThat(begin(log, 2)).hasFileName(name(2, 10));
  }

  @Test
  void a_name_is_forced_before_it_is_written_to_if_so_wanted() throws Exception {
    log.begin(1, 0, true).close();
    assertThat(noted.notes).containsSubsequence("create " + name(1, 0), "force records");
    noted.notes.clear();
    log.begin(1, 0, false).close();
    assertThat(noted.notes).doesNotContain("force records");
  }

  @Test
  void a_segment_whose_name_cannot_be_forced_goes() throws Exception {
    noted.failing = "force records";
    assertThatThrownBy(() -> log.begin(1, 0, true)).hasMessage("injected: force records");
    assertThat(files()).isEmpty();
    assertThat(noted.notes).contains("file.close");
  }

  @Test
  void a_segment_that_cannot_be_looked_at_goes() throws Exception {
    noted.failing = "entry " + name(1, 0);
    assertThatThrownBy(() -> log.begin(1, 0, false)).hasMessageStartingWith("injected: entry");
    assertThat(files()).isEmpty();
    assertThat(noted.notes).contains("file.close");
  }

  @Test
  void a_spill_directory_is_not_shared() throws Exception {
    file(SegmentName.SPILL_MARKER, 0);
    assertThatThrownBy(() -> begin(log, 1))
        .hasMessage(directory + " is a spill directory; name another one");
    SegmentLog owned = SegmentLog.owned(noted.disk(), directory);
    assertThat(begin(owned, 1)).hasFileName(name(1, 0));
  }

  @Test
  void segments_come_in_their_order_and_nothing_else_does() throws Exception {
    for (String name : List.of(name(1, 1_000_000), name(2, 0), name(1, 2), "other.slu", "a.txt")) {
      file(name, 0);
    }
    file(name(1, 1) + ".damaged", 0);
    assertThat(log.segments())
        .extracting(Entry::name)
        .containsExactly(name(1, 2), name(1, 1_000_000), name(2, 0));
  }

  @Test
  void a_directory_has_chunks_if_any_file_may_hold_some() throws Exception {
    file("a.txt", 0);
    assertThat(log.hasChunks()).isFalse();
    Path aside = file(name(1, 1) + ".damaged", 0);
    assertThat(log.hasChunks()).isTrue();
    Files.delete(aside);
    file("other.slu", 0);
    assertThat(log.hasChunks()).isTrue();
  }

  @Test
  void the_oldest_are_deleted_by_their_last_write_and_never_the_current_one() throws Exception {
    Path current = file(name(1, 4), 1_000);
    file(name(1, 1), 5_000);
    file(name(2, 2), 2_000);
    file(name(3, 3), 3_000);
    log.deleteOldest(4, current);
    assertThat(files()).hasSize(4);
    log.deleteOldest(2, current);
    assertThat(files()).containsExactly(name(1, 1), name(1, 4));
    log.deleteOldest(1, current);
    assertThat(files()).containsExactly(name(1, 4));
  }

  @Test
  void of_segments_that_were_set_aside_the_newest_stay() throws Exception {
    file(name(1, 1) + ".damaged", 1_000);
    file(name(1, 2) + ".damaged", 2_000);
    Path third = file(name(1, 3), 3_000);
    file(name(1, 4), 500);
    log.quarantine(third, 2);
    assertThat(files())
        .containsExactly(name(1, 2) + ".damaged", name(1, 3) + ".damaged", name(1, 4));
    log.limitQuarantined(1);
    assertThat(files()).containsExactly(name(1, 3) + ".damaged", name(1, 4));
  }
}
