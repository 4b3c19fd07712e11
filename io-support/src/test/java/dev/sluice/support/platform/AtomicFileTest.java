package dev.sluice.support.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.support.NotedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] BEFORE = {1, 2, 3};
  private static final byte[] AFTER = {4, 5};

  @TempDir Path temporary;
  private final NotedDisk noted = new NotedDisk();
  private Path path;
  private AtomicFile file;

  @BeforeEach
  void write() throws IOException {
    path = Files.write(temporary.resolve("state"), BEFORE);
    file = new AtomicFile(noted.disk(), path, null);
  }

  @Test
  void new_bytes_are_forced_before_they_are_moved_and_their_name_after_it() throws Exception {
    file.replace(AFTER, true);

    assertThat(noted.notes)
        .containsExactly(
            "delete state.new",
            "create state.new",
            "file.append",
            "file.force",
            "file.close",
            "move state.new",
            "force " + temporary.getFileName());
    assertThat(path).hasBinaryContent(AFTER);
  }

  @Test
  void nothing_is_forced_if_nobody_wants_it() throws Exception {
    file.replace(AFTER, false);

    assertThat(noted.notes).noneMatch(note -> note.contains("force"));
    assertThat(path).hasBinaryContent(AFTER);
  }

  @Test
  void it_is_left_as_it_is_if_the_new_bytes_cannot_be_forced_and_replaced_later() throws Exception {
    noted.failing = "file.force";
    assertThatThrownBy(() -> file.replace(AFTER, true)).hasMessage("injected: file.force");
    assertThat(file.read(3)).isEqualTo(BEFORE);
    assertThat(noted.notes).contains("file.close");
    noted.failing = null;
    file.replace(AFTER, true);
    assertThat(file.read(3)).isEqualTo(AFTER);
    assertThat(temporary.resolve("state.new")).doesNotExist();
  }

  @Test
  void as_many_bytes_as_there_may_be_are_read_and_no_more() throws Exception {
    assertThat(file.read(3)).isEqualTo(BEFORE);
    assertThatThrownBy(() -> file.read(2)).hasMessage("it is larger than 2 bytes");
    byte[] large = new byte[100_000];
    large[99_999] = 7;
    file.replace(large, false);
    assertThat(file.read(1 << 20)).isEqualTo(large);
  }

  @Test
  void a_file_that_grows_while_it_is_read_is_read_whole_and_bounded_all_the_same()
      throws Exception {
    byte[] grown = new byte[100];
    grown[99] = 7;
    noted.meanwhile = operation -> write(grown, operation);
    assertThat(file.read(100)).isEqualTo(grown);
    Files.write(path, BEFORE);
    assertThatThrownBy(() -> file.read(99)).hasMessage("it is larger than 99 bytes");
  }

  private void write(byte[] bytes, String operation) {
    if (operation.startsWith("open")) {
      try {
        Files.write(path, bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void what_is_no_file_is_told() throws Exception {
    assertThatThrownBy(() -> new AtomicFile(noted.disk(), temporary, null).read(9))
        .hasMessage("it is a directory");
    Files.delete(path);
    assertThatThrownBy(() -> file.read(9)).isInstanceOf(NoSuchFileException.class);
  }
}
