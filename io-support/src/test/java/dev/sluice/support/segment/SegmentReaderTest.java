package dev.sluice.support.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.NotedDisk;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentReaderTest {
  private static final Chunk A = Chunks.of(0);
  private static final Chunk B = Chunks.of(1);
  private static final int LENGTH = A.length();

  @TempDir Path directory;
  private final NotedDisk noted = new NotedDisk();
  private final SegmentReader reader = new SegmentReader(noted.disk());
  private final Chunks handler = new Chunks();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.write(directory.resolve("one.slu"), Chunks.bytes(A, B));
  }

  private void readAll(long end) throws IOException {
    while (reader.next(handler, end)) {
      // all of them
    }
  }

  @Test
  void chunks_come_with_the_name_and_the_place_of_each() throws Exception {
    reader.open(file, "x", 0);
    readAll(Long.MAX_VALUE);

    assertThat(handler.found).containsExactly("x@0 0", "x@" + LENGTH + " 1");
    assertThat(reader.position()).isEqualTo(2L * LENGTH);
    assertThat(reader.readPosition()).isEqualTo(2L * LENGTH);
    assertThat(reader.end(handler)).isFalse();
  }

  @Test
  void it_begins_where_it_is_told_to_and_goes_on_where_it_is_told_to() throws Exception {
    reader.open(file, "x", LENGTH);
    assertThat(reader.position()).isEqualTo(LENGTH);
    readAll(Long.MAX_VALUE);
    reader.seek(0);
    assertThat(reader.readPosition()).isZero();
    readAll(Long.MAX_VALUE);

    assertThat(handler.found).containsExactly("x@" + LENGTH + " 1", "x@0 0", "x@" + LENGTH + " 1");
  }

  @Test
  void nothing_behind_a_known_end_is_read() throws Exception {
    reader.open(file, "x", 0);
    readAll(LENGTH);

    assertThat(handler.found).containsExactly("x@0 0");
    assertThat(reader.readPosition()).isEqualTo(LENGTH);
    readAll(2L * LENGTH);
    assertThat(handler.found).hasSize(2);
  }

  @Test
  void a_file_that_ends_before_a_known_end_is_told() throws Exception {
    reader.open(file, "x", 0);
    assertThatThrownBy(() -> readAll(2L * LENGTH + 1))
        .isInstanceOf(EOFException.class)
        .hasMessage("it ends at byte " + 2 * LENGTH);
    assertThat(handler.found).hasSize(2);
  }

  @Test
  void half_a_chunk_at_the_end_is_damage() throws Exception {
    Files.write(file, Arrays.copyOf(Chunks.bytes(A, B), 2 * LENGTH - 5));
    reader.open(file, "x", 0);
    readAll(Long.MAX_VALUE);
    assertThat(reader.flush(handler)).as("it may still become one").isFalse();
    assertThat(reader.end(handler)).isTrue();

    assertThat(handler.found)
        .containsExactly("x@0 0", "x@" + LENGTH + " damage of " + (LENGTH - 5));
  }

  @Test
  void what_can_be_no_chunk_is_flushed() throws Exception {
    Files.write(file, new byte[10]);
    reader.open(file, "x", 0);
    readAll(Long.MAX_VALUE);
    boolean flushed = handler.found.isEmpty() && reader.flush(handler);

    assertThat(handler.found).containsExactly("x@0 damage of 10");
    assertThat(flushed).isTrue();
    assertThat(reader.position()).isEqualTo(10);
  }

  @Test
  void another_file_takes_the_place_of_the_one_that_is_open() throws Exception {
    assertThat(reader.isOpen()).isFalse();
    reader.open(file, "x", 0);
    assertThat(reader.isOpen()).isTrue();
    reader.next(handler, Long.MAX_VALUE);
    noted.notes.clear();
    reader.open(Files.write(directory.resolve("two.slu"), Chunks.bytes(B)), "y", 0);
    assertThat(noted.notes).startsWith("file.close");
    readAll(Long.MAX_VALUE);
    assertThat(handler.found).endsWith("y@0 1");

    noted.notes.clear();
    reader.close();
    reader.close();
    assertThat(noted.notes).containsExactly("file.close");
    assertThat(reader.isOpen()).isFalse();
  }

  @Test
  void of_a_file_that_is_not_there_none_is_open() throws Exception {
    reader.open(file, "x", 0);
    assertThatThrownBy(() -> reader.open(directory.resolve("none.slu"), "y", 0))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(reader.isOpen()).isFalse();
  }

  @Test
  void a_file_in_which_a_place_cannot_be_reached_is_closed() throws Exception {
    noted.failing = "file.seek";
    assertThatThrownBy(() -> reader.open(file, "x", 5)).hasMessage("injected: file.seek");
    assertThat(reader.isOpen()).isFalse();
    assertThat(noted.notes).endsWith("file.close");
    noted.notes.clear();
    reader.open(file, "x", 0);
    assertThat(noted.notes).as("from its start on").doesNotContain("file.seek");
    reader.close();
  }
}
