package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeysTest {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  @TempDir Path directory;

  private Path file(String text, String permissions) throws Exception {
    Path file = Files.writeString(directory.resolve("keys"), text);
    assumeThat(Files.getFileStore(file).supportsFileAttributeView("posix")).isTrue();
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void a_file_has_a_key_a_line() throws Exception {
    Path file = file("# new\n" + KEY + "\n\n  " + KEY + "  \r\n", "rw-r-----");
    Options options = new Options(Map.of("sign", file.toString()));

    assertThat(options.get(SigningKeys.SIGN)).isNotNull();
    assertThat(options.get(SigningKeys.VERIFY)).isNull();
    options.finish();
  }

  @Test
  void a_file_that_others_can_read_or_write_is_refused() throws Exception {
    for (String permissions : new String[] {"rw----r--", "rw-----w-"}) {
      Path file = file(KEY, permissions);
      assertThatThrownBy(() -> SigningKeys.SIGN.parse(file.toString()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("option 'sign': '" + file + "'")
          .hasMessageContaining("chmod o= " + file);
    }
  }

  @Test
  void what_holds_no_key_is_refused_in_one_line_that_does_not_show_it() throws Exception {
    String secret = "c2VjcmV0"; // too short
    for (String text :
        new String[] {"", "# nothing\n", secret, "no base64!", KEY + "\n" + secret}) {
      Path file = file(text, "rw-------");
      assertThatThrownBy(() -> SigningKeys.VERIFY.parse(file.toString()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("must hold 1 to 16 lines, each 32 to 64 bytes in base64")
          .message()
          .hasLineCount(1)
          .doesNotContain(secret);
    }
    Path none = directory.resolve("none");
    assertThatThrownBy(() -> SigningKeys.VERIFY.parse(none.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + none + "' cannot be used");
  }

  @Test
  void a_file_that_somebody_else_names_is_not_opened() throws Exception {
    assertThat(SigningKeys.SIGN.isPowerful()).isTrue();
    Options options = new Options(Map.of("verify.key", directory.resolve("none").toString()));
    options.doubt("verify.key", "a stranger wrote it");

    assertThat(options.get(SigningKeys.VERIFY)).isNull();
    assertThatThrownBy(options::finish).hasMessageContaining("a stranger wrote it");
  }
}
