package dev.sluice.support.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.Access;
import dev.sluice.support.NotedDisk;
import dev.sluice.support.platform.SystemDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SegmentAppenderTest {
  private static final Chunk A = Chunks.of(0);
  private static final Chunk B = Chunks.of(1);
  private static final long BEGUN = 1_000;

  @TempDir Path directory;
  private final NotedDisk noted = new NotedDisk();

  private SegmentAppender begin() throws IOException {
    return SegmentLog.shared(noted.disk(), directory, Access.OWNER).begin(0xab, BEGUN, false);
  }

  private SegmentAppender single(boolean force) throws IOException {
    Path file = directory.resolve("one.slu");
    return SegmentAppender.single(noted.disk(), file, Access.OWNER, BEGUN, force);
  }

  /** Adds bytes as another program would. */
  private static void addOther(Path file, int count) throws IOException {
    Files.write(file, new byte[count], StandardOpenOption.APPEND);
  }

  @Test
  void it_knows_its_age_its_file_and_where_it_ends() throws Exception {
    try (SegmentAppender segment = begin()) {
      assertThat(segment.begunNanos()).isEqualTo(BEGUN);
      assertThat(segment.end()).isZero();
      segment.append(A, false);
      segment.append(B, false);
      assertThat(segment.end()).isEqualTo(A.length() + B.length());
      assertThat(segment.key()).isEqualTo(SystemDisk.INSTANCE.entry(segment.path()).key());
      assertThat(segment.path()).hasBinaryContent(Chunks.bytes(A, B));
    }
  }

  @Test
  void a_chunk_is_forced_after_it_was_written_if_so_wanted() throws Exception {
    try (SegmentAppender segment = begin()) {
      noted.notes.clear();
      segment.append(A, false);
      assertThat(noted.notes).containsExactly("file.append");
      noted.notes.clear();
      segment.append(B, true);
      assertThat(noted.notes).containsExactly("file.append", "file.force");
    }
  }

  @Test
  void closing_forces_if_so_wanted() throws Exception {
    SegmentAppender segment = begin();
    noted.notes.clear();
    segment.close(true);
    assertThat(noted.notes).containsExactly("file.force", "file.close");
    segment = begin();
    noted.notes.clear();
    segment.close();
    assertThat(noted.notes).containsExactly("file.close");
  }

  @Test
  void a_chunk_that_could_not_be_forced_is_taken_back() throws Exception {
    SegmentAppender segment = begin();
    segment.append(A, false);
    noted.failing = "file.force";
    assertThatThrownBy(() -> segment.append(B, true)).hasMessage("injected: file.force");
    assertThat(segment.end()).isEqualTo(A.length());
    noted.notes.clear();
    assertThat(segment.abandon()).as("nothing of it is left").isTrue();

    assertThat(segment.path()).hasBinaryContent(Chunks.bytes(A));
    assertThat(noted.notes).endsWith("file.close");
  }

  @Test
  void a_chunk_that_cannot_be_taken_back_is_said_to_be_left() throws Exception {
    SegmentAppender segment = begin();
    noted.failing = "file.force";
    assertThatThrownBy(() -> segment.append(A, true)).isInstanceOf(IOException.class);
    noted.failing = "file.setLength";

    assertThat(segment.abandon()).isFalse();
    assertThat(segment.path()).hasBinaryContent(Chunks.bytes(A));
  }

  @Test
  void a_segment_that_holds_nothing_goes_when_it_is_abandoned() throws Exception {
    SegmentAppender segment = begin();
    noted.failing = "file.force";
    assertThatThrownBy(() -> segment.append(A, true)).isInstanceOf(IOException.class);
    segment.abandon();

    assertThat(segment.path()).doesNotExist();
  }

  @Test
  void a_single_file_that_holds_nothing_stays() throws Exception {
    SegmentAppender segment = single(false);
    noted.failing = "file.force";
    assertThatThrownBy(() -> segment.append(A, true)).isInstanceOf(IOException.class);
    segment.abandon();

    assertThat(segment.path()).isEmptyFile();
  }

  @Test
  void what_somebody_else_has_added_is_not_cut_off() throws Exception {
    SegmentAppender segment = begin();
    segment.append(A, false);
    addOther(segment.path(), 1);
    assertThat(segment.abandon()).isFalse();
    assertThat(segment.path()).hasSize(A.length() + 1);

    SegmentAppender failed = begin();
    noted.failing = "file.force";
    assertThatThrownBy(() -> failed.append(B, true)).isInstanceOf(IOException.class);
    addOther(failed.path(), 1);
    failed.abandon();
    assertThat(failed.path()).hasSize(B.length() + 1);
  }

  @Test
  void after_an_append_nothing_of_others_is_taken_for_half_of_its_chunk() throws Exception {
    SegmentAppender segment = begin();
    segment.append(A, false);
    addOther(segment.path(), A.length());
    segment.abandon();

    assertThat(segment.path()).hasSize(2L * A.length());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void it_is_looked_at_when_the_interval_is_over() throws Exception {
    SegmentAppender segment = begin();
    Files.delete(segment.path());
    assertThat(segment.isIntact(BEGUN + 99, 100)).isTrue();
    assertThat(segment.isIntact(BEGUN + 100, 100)).isFalse();
    assertThat(segment.isIntact(BEGUN + 199, 100)).as("looked at just now").isTrue();
    segment.close();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void another_file_or_another_length_is_not_intact() throws Exception {
    try (SegmentAppender segment = begin()) {
      segment.append(A, false);
      assertThat(segment.isIntact(BEGUN, 0)).isTrue();
      addOther(segment.path(), 1);
      assertThat(segment.isIntact(BEGUN, 0)).as("longer").isFalse();
      Path copy = Files.write(directory.resolve("copy"), Chunks.bytes(A));
      SystemDisk.INSTANCE.move(copy, segment.path());
      assertThat(segment.isIntact(BEGUN, 0)).as("another of the same length").isFalse();
    }
  }

  @Test
  void a_single_file_is_appended_to_and_its_name_forced_if_so_wanted() throws Exception {
    try (SegmentAppender segment = single(false)) {
      segment.append(A, false);
    }
    assertThat(noted.notes).doesNotContain("force " + directory.getFileName());
    try (SegmentAppender segment = single(true)) {
      assertThat(segment.end()).isEqualTo(A.length());
      segment.append(B, false);
      assertThat(segment.path()).hasBinaryContent(Chunks.bytes(A, B));
    }
    assertThat(noted.notes).contains("force " + directory.getFileName());
  }

  @Test
  void the_directory_of_a_single_file_is_created_and_no_spills() throws Exception {
    Path file = directory.resolve("new").resolve("one.slu");
    SegmentAppender.single(noted.disk(), file, Access.OWNER, BEGUN, false).close();
    assertThat(file).isEmptyFile();
    Files.createFile(file.resolveSibling(SegmentName.SPILL_MARKER));
    assertThatThrownBy(() -> SegmentAppender.single(noted.disk(), file, Access.OWNER, BEGUN, false))
        .hasMessageEndingWith(" is a spill directory; name another one");
  }

  @Test
  void a_single_file_has_one_writer_until_it_is_closed() throws Exception {
    SegmentAppender first = single(false);
    noted.notes.clear();
    assertThatThrownBy(() -> single(false))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(first.path() + " is being written by somebody else; ");
    assertThat(noted.notes).contains("file.close");
    assertThat(first.isIntact(BEGUN, 0)).isTrue();
    first.close();
    single(false).close();
  }

  @Test
  void a_single_file_that_cannot_be_locked_is_closed_and_not_intact() throws Exception {
    noted.failing = "file.lock";
    assertThatThrownBy(() -> single(false)).hasMessage("injected: file.lock");
    assertThat(noted.notes).endsWith("file.close");
    noted.failing = null;
    try (SegmentAppender segment = single(false)) {
      noted.failing = "file.lock";
      assertThat(segment.isIntact(BEGUN, 0)).isFalse();
      noted.failing = null;
      noted.refusing = "file.lock";
      assertThat(segment.isIntact(BEGUN, 0)).as("somebody else has it").isFalse();
    }
  }

  @Test
  void a_single_file_whose_name_cannot_be_forced_keeps_what_it_had() throws Exception {
    try (SegmentAppender segment = single(false)) {
      segment.append(A, false);
    }
    noted.failing = "force " + directory.getFileName();
    assertThatThrownBy(() -> single(true)).hasMessageStartingWith("injected: force");
    assertThat(directory.resolve("one.slu")).hasBinaryContent(Chunks.bytes(A));
  }
}
