package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.TcpPeers;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaTopicsTest {
  @Test
  void broker_that_does_not_answer_does_not_make_a_topic_compacted() throws Exception {
    String server = "localhost:" + TcpPeers.freePort();
    KafkaAddress address = new KafkaAddress(server, "t", Map.of("bootstrap.servers", server));
    try (KafkaTopics topics = KafkaTopics.connect(address, Duration.ofMillis(100))) {
      assertThatThrownBy(() -> topics.isCompacted("t"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not answer");
    }
  }
}
