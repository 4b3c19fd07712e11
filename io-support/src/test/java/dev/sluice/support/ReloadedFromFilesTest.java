package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReloadedFromFilesTest {
  @TempDir Path directory;

  private final AtomicInteger made = new AtomicInteger();

  private ReloadedFromFiles<String> over(Path... files) throws IOException {
    return new ReloadedFromFiles<>(
        "text",
        List.of(files),
        () -> {
          made.incrementAndGet();
          StringBuilder all = new StringBuilder();
          for (Path file : files) {
            all.append(Files.readString(file));
          }
          return all.toString();
        });
  }

  @Test
  void value_is_made_again_when_a_file_changes_and_only_then() throws Exception {
    Path a = Files.writeString(directory.resolve("a"), "one");
    Path b = Files.writeString(directory.resolve("b"), "two");
    ReloadedFromFiles<String> text = over(a, b);
    assertThat(text.get()).isEqualTo("onetwo");
    assertThat(text.get()).isEqualTo("onetwo");
    assertThat(made).hasValue(1);
    Files.writeString(b, "three");
    assertThat(text.get()).isEqualTo("onethree");
    assertThat(made).hasValue(2);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a file has no key")
  void file_that_another_one_replaces_is_noticed() throws Exception {
    Path file = Files.writeString(directory.resolve("a"), "old");
    ReloadedFromFiles<String> text = over(file);
    Path other = Files.writeString(directory.resolve("b"), "new");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(text.get()).isEqualTo("new");
  }

  @Test
  void last_value_stays_while_a_file_cannot_be_read() throws Exception {
    Path file = Files.writeString(directory.resolve("a"), "first");
    ReloadedFromFiles<String> text = over(file);
    Files.delete(file);
    try (Logged log = new Logged()) {
      assertThat(text.get()).isEqualTo("first");
      assertThat(text.get()).isEqualTo("first");
      assertThat(log.lines())
          .containsExactly("WARNING text goes on with the files as they were: " + file);
    }
    Files.writeString(file, "second");
    assertThat(text.get()).isEqualTo("second");
  }

  @Test
  void file_that_is_missing_at_first_is_an_error() {
    assertThatThrownBy(() -> over(directory.resolve("missing"))).isInstanceOf(IOException.class);
  }
}
