package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AbsoluteSinkTest {
  private static String path(String name) {
    return Path.of(name).toAbsolutePath().toString();
  }

  @Test
  void relative_files_are_relative_to_this_command() {
    assertThat(Endpoint.parse(AbsoluteSink.of("file:records")).path()).isEqualTo(path("records"));
    assertThat(Endpoint.parse(AbsoluteSink.of("a%3b?c")).path()).isEqualTo(path("a%3b?c"));
    assertThat(Endpoint.parse(AbsoluteSink.of("FILE:a%3Fb?delay=1s")).path())
        .isEqualTo(path("a?b"));
    assertThat(AbsoluteSink.of("file:records?delay=1s")).endsWith("/records?delay=1s");
    assertThat(AbsoluteSink.of("a;b")).endsWith("/a%3Bb");
  }

  @Test
  void all_other_sinks_are_left_as_they_are() {
    for (String uri :
        new String[] {"file:/var/log", "/var/log", "tcp://a:1", "kafka://a:1/t?b=c"}) {
      assertThat(AbsoluteSink.of(uri)).isEqualTo(uri);
    }
  }
}
