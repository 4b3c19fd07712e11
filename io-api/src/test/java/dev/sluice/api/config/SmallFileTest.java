package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SmallFileTest {
  @TempDir private Path directory;

  private static void assertRefused(Path file, String reason) {
    assertThatThrownBy(() -> SmallFile.text(file))
        .isInstanceOf(IOException.class)
        .hasMessage(reason);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a link needs a privilege")
  void regular_file_is_read_whole_through_a_link_too() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "ä".repeat(SmallFile.MAX_BYTES / 2));
    assertThat(SmallFile.text(file)).hasSize(SmallFile.MAX_BYTES / 2);
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    assertThat(SmallFile.read(link, SmallFile.MAX_BYTES)).isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void file_that_is_written_to_or_replaced_is_in_another_state() throws IOException {
    Path file = directory.resolve("file");
    assertThat(SmallFile.state(file)).isEqualTo("unreadable");
    Files.writeString(file, "a");
    String before = SmallFile.state(file);
    assertThat(SmallFile.state(file)).isEqualTo(before);
    Files.writeString(file, "ab");
    assertThat(SmallFile.state(file)).isNotEqualTo(before);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void one_of_the_permissions_suffices() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "a");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(SmallFile.permits(file, PosixFilePermissions.fromString("------rw-"))).isTrue();
    assertThat(SmallFile.permits(file, PosixFilePermissions.fromString("-w--w--w-"))).isTrue();
    assertThat(SmallFile.permits(file, PosixFilePermissions.fromString("----w--w-"))).isFalse();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  void anything_else_is_refused_in_words_without_its_text() throws Exception {
    assertRefused(directory.resolve("none"), "it does not exist");
    assertRefused(directory, "it is a directory");
    assertRefused(Path.of("/dev/zero"), "it is a pipe or a device");
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertRefused(pipe, "it is a pipe or a device");
    Path large = Files.writeString(directory.resolve("large"), "x".repeat(SmallFile.MAX_BYTES + 1));
    assertRefused(large, "it is larger than 1048576 bytes");
    Path bytes = Files.write(directory.resolve("bytes"), new byte[] {'a', (byte) 0xff});
    assertRefused(bytes, "it is not UTF-8 text");
  }
}
