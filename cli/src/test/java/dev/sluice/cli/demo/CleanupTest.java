package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CleanupTest {
  @Test
  void a_directory_goes_with_everything_in_it() throws IOException {
    Path directory;
    try (Cleanup cleanup = new Cleanup()) {
      directory = cleanup.newDirectory("sluice-test-");
      Files.createDirectories(directory.resolve("a/b"));
      Files.writeString(directory.resolve("a/b/file"), "x");
      assertThat(directory).exists();
    }

    assertThat(directory).doesNotExist();
  }
}
