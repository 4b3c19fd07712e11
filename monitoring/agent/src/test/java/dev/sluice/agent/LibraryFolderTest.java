package dev.sluice.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class LibraryFolderTest {
  @TempDir private Path directory;

  @Test
  void agent_that_was_copied_away_from_its_libraries_says_so() throws IOException {
    Path agent = directory.resolve("copied.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(agent))) {
      jar.putNextEntry(new JarEntry(LibraryFolder.INDEX));
      jar.write("own\n../lib/kafka-clients.jar".getBytes(StandardCharsets.UTF_8));
    }
    try (JarFile jar = new JarFile(agent.toFile())) {
      assertThatThrownBy(() -> LibraryFolder.of(jar))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageStartingWith(agent + " works only where its archive was unpacked: there is no")
          .hasMessageContaining("lib/kafka-clients.jar; copy sluice-agent-all.jar instead")
          .message()
          .doesNotContain("..");
    }
  }
}
