package dev.sluice.rawwriters.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.RawPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnreachableBrokerTest {
  private static final String SECRET = "hunter2-do-not-show";

  private final CompletionLog completions = new CompletionLog();
  private final Chunk chunk = new ChunkFactory(1, null).next();

  @Test
  void silent_peer_holds_up_neither_start_nor_write_nor_close() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String uri = "kafka://127.0.0.1:" + silent.getLocalPort() + "/t?kafka.max.block.ms=300";
      RawWriter writer = RawPair.writer(uri);
      assertThatThrownBy(() -> writer.write(chunk, completions))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("topic t at 127.0.0.1");
      assertTimeout(
          Duration.ofMillis(1500),
          () -> writer.close(Duration.ofMillis(500)),
          "contract: close takes its timeout and a second at most");
      assertThat(completions.count()).isZero();
    }
  }

  @Test
  void absent_broker_is_not_now_and_no_message_shows_a_secret() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    RawWriter writer =
        RawPair.writer(
            "kafka://127.0.0.1:"
                + free
                + "/t?kafka.max.block.ms=50&kafka.sasl.mechanism=PLAIN&kafka.security.protocol=SASL_PLAINTEXT&kafka.sasl.jaas.config="
                + "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\""
                + SECRET
                + "\";");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> writer.write(chunk, completions))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("topic t at 127.0.0.1:" + free)
          .hasMessageNotContaining(SECRET);
    }
    writer.close(Duration.ofSeconds(1));
    assertThat(writer.toString()).doesNotContain(SECRET);
  }

  @Test
  void name_that_does_not_resolve_is_not_now() {
    RawWriter writer = RawPair.writer("kafka://no-such-host.invalid:9092/t?kafka.max.block.ms=50");
    assertThatThrownBy(() -> writer.write(chunk, completions))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-host.invalid");
    writer.close(Duration.ZERO);
  }

  @Test
  void interrupt_ends_a_write_that_waits_for_a_silent_peer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      RawWriter writer =
          RawPair.writer(
              "kafka://127.0.0.1:" + silent.getLocalPort() + "/t?kafka.max.block.ms=60000");
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> writer.write(chunk, completions))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      writer.close(Duration.ofMillis(100));
    }
  }
}
