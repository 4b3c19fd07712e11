package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AbsolutePathsTest {
  private static String path(String name) {
    return Path.of(name).toAbsolutePath().toString();
  }

  @Test
  void relative_files_are_relative_to_this_command() {
    assertThat(Endpoint.parse(AbsolutePaths.sink("file:records")).path())
        .isEqualTo(path("records"));
    assertThat(Endpoint.parse(AbsolutePaths.sink("a%3b?c")).path()).isEqualTo(path("a%3b?c"));
    assertThat(Endpoint.parse(AbsolutePaths.sink("FILE:a%3Fb?delay=1s")).path())
        .isEqualTo(path("a?b"));
    assertThat(AbsolutePaths.sink("file:records?delay=1s")).endsWith("/records?delay=1s");
    assertThat(AbsolutePaths.sink("a;b")).endsWith("/a%3Bb");
  }

  @Test
  void every_option_that_is_a_path_is_relative_to_this_command() {
    for (String name :
        new String[] {
          "watch",
          "report",
          "log",
          "spill",
          "tls.trust",
          "tls.certificate",
          "tls.key",
          "token.file",
          "plugins",
          "kafka.ssl.truststore.location"
        }) {
      assertThat(AbsolutePaths.of(name, "a b")).as(name).isEqualTo(path("a b"));
      assertThat(AbsolutePaths.of(name, "/a")).as(name).isEqualTo("/a");
      assertThat(
              Endpoint.parse(AbsolutePaths.sink("tcp://h:1?delay=1s&" + name + "=a%26b")).options())
          .satisfies(
              options ->
                  assertThat(options.withPrefix(""))
                      .containsEntry(name, path("a&b"))
                      .containsEntry("delay", "1s"));
    }
    assertThat(AbsolutePaths.of("plugins", "a.jar|/b.jar")).isEqualTo(path("a.jar") + "|/b.jar");
    assertThat(AbsolutePaths.of("producer", "shop")).isEqualTo("shop");
    assertThat(AbsolutePaths.of("sink", "file:x?spill=y"))
        .isEqualTo("file:" + path("x") + "?spill=" + path("y"));
  }

  @Test
  void all_other_sinks_are_left_as_they_are() {
    for (String uri :
        new String[] {"file:/var/log", "/var/log", "tcp://a:1", "kafka://a:1/t?b=c"}) {
      assertThat(AbsolutePaths.sink(uri)).isEqualTo(uri);
    }
  }
}
