package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.tools.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReplyFileTest {
  @TempDir private Path directory;

  @Test
  void answer_is_read_and_the_file_is_gone() throws Exception {
    Path path;
    try (ReplyFile reply = new ReplyFile()) {
      path = reply.path();
      assertThat(reply.read()).isEmpty();
      Files.writeString(path, "ok\nmethods=1\n", StandardOpenOption.WRITE);
      assertThat(reply.read()).isEqualTo("ok\nmethods=1\n");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be replaced there")
  void link_or_pipe_in_its_place_is_never_read() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "ok\nsecret\n");
    try (ReplyFile reply = new ReplyFile()) {
      Files.delete(reply.path());
      Files.createSymbolicLink(reply.path(), secret);
      assertThat(reply.read()).isEmpty();
      Files.delete(reply.path());
      assertThat(new ProcessBuilder("mkfifo", reply.path().toString()).start().waitFor()).isZero();
      assertThat(reply.read()).isEmpty();
    }
    assertThat(secret).hasContent("ok\nsecret\n");
  }

  @Test
  void answer_that_is_too_long_is_refused() throws Exception {
    try (ReplyFile reply = new ReplyFile()) {
      Files.write(reply.path(), new byte[ReplyFile.MAX_BYTES]);
      assertThat(reply.read()).hasSize(ReplyFile.MAX_BYTES);
      Files.write(reply.path(), new byte[ReplyFile.MAX_BYTES + 1]);
      assertThatThrownBy(reply::read)
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("longer than 1048576 bytes");
    }
  }
}
