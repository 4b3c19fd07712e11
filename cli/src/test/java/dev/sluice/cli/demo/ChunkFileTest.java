package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.tools.ToolException;
import dev.sluice.tools.convert.ChunkOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkFileTest {
  @TempDir private Path directory;

  @Test
  void a_file_that_holds_something_else_is_not_overwritten() throws IOException {
    Path file = Files.writeString(directory.resolve("thesis.txt"), "ten years of work");

    assertThatThrownBy(() -> ChunkFile.in(file)).isInstanceOf(ToolException.class);
    assertThat(file).hasContent("ten years of work");
  }

  @Test
  void a_file_with_chunks_is_replaced() throws IOException {
    Path file = directory.resolve("old.slu");
    Files.write(file, new byte[] {0x53, (byte) 0xf9, (byte) 0xf9, 0x4c, 1, 2, 3});

    try (ChunkOutput kept = ChunkFile.in(file)) {
      assertThat(file).isNotEmptyFile(); // until there is something whole in its place
      kept.commit();
    }

    assertThat(file).isEmptyFile();
  }

  @Test
  void a_place_that_cannot_be_written_is_named() {
    Path file = directory.resolve("missing/kept.slu");

    assertThatThrownBy(() -> ChunkFile.in(file))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining(file.toString());
  }
}
