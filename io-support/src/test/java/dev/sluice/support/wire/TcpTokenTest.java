package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.support.Logged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TcpTokenTest {
  private static final String SECRET = "0123456789abcdef"; // the shortest

  @TempDir Path directory;

  private static TcpToken of(Map<String, String> given) {
    Options options = new Options(given);
    TcpToken token = TcpToken.of(options);
    options.finish();
    return token;
  }

  private Path file(String text, String permissions) throws Exception {
    Path file = Files.writeString(directory.resolve("token"), text);
    assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void a_token_has_the_bytes_of_the_specification() {
    TcpToken token = of(Map.of("token", SECRET));

    assertThat(HexFormat.of().withUpperCase().formatHex(token.toByteArray()))
        .isEqualTo(
            "534C54CE01000000"
                + "9F9F5111F7B27A781F1F1DDDE5EBC2DD2B796BFC7365C9C28B548E564176929F");
    token.toByteArray()[0] = 0;
    assertThat(token.toByteArray()[0]).as("it is a copy").isNotZero();
  }

  @Test
  void a_token_is_told_by_its_own_bytes_alone() {
    TcpToken token = of(Map.of("token", SECRET));
    byte[] told = token.toByteArray();

    assertThat(token.matches(told)).isTrue();
    told[39]++;
    assertThat(token.matches(told)).isFalse();
  }

  @Test
  void the_first_bytes_of_a_connection_show_whether_a_token_may_come() {
    byte[] bytes = of(Map.of("token", SECRET)).toByteArray();
    bytes[4] = 99;
    for (int count = 0; count <= 40; count++) {
      assertThat(TcpToken.mayBegin(bytes, count)).isTrue();
    }
    bytes[3] = 0;
    assertThat(TcpToken.mayBegin(bytes, 3)).as("what is not there is not looked at").isTrue();
    assertThat(TcpToken.mayBegin(bytes, 4)).isFalse();
  }

  @Test
  void a_file_is_read_without_white_space_and_again_when_it_changes() throws Exception {
    Path file = file(" " + SECRET + "\r\n", "rw-r-----");
    try (Logged log = new Logged()) {
      TcpToken token = of(Map.of("token.file", file.toString()));
      assertThat(token.matches(of(Map.of("token", SECRET)).toByteArray())).isTrue();
      Files.writeString(file, "another secret of this program");
      assertThat(token.matches(of(Map.of("token", SECRET)).toByteArray())).isFalse();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void a_file_that_everybody_can_read_is_told() throws Exception {
    Path file = file(SECRET, "rw-r--r--");
    try (Logged log = new Logged()) {
      assertThat(of(Map.of("token.file", file.toString()))).isNotNull();
      assertThat(log.lines())
          .containsExactly(
              "WARNING token.file "
                  + file
                  + " can be read by everybody on this machine: chmod o= "
                  + file);
    }
  }

  @Test
  void what_is_no_token_is_refused_and_without_one_there_is_none() {
    assertThat(of(Map.of())).isNull();
    assertThatThrownBy(() -> of(Map.of("token", SECRET.substring(1))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("option 'token'")
        .hasMessageContaining("a token has at least 16 characters, this one 15; make one with");
    Path none = directory.resolve("none");
    assertThatThrownBy(() -> of(Map.of("token.file", none.toString())))
        .hasMessageContaining("option 'token.file'")
        .hasMessageContaining("'" + none + "' cannot be read: ");
    assertThatThrownBy(() -> of(Map.of("token", SECRET, "token.file", none.toString())))
        .hasMessage("give one of 'token' and 'token.file'");
  }
}
