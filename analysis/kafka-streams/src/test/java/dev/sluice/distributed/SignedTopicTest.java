package dev.sluice.distributed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
@Timeout(120)
@ExtendWith(SharedBroker.class)
class SignedTopicTest {
  private static final byte[] KEY = new byte[32];

  @TempDir Path directory;

  static byte[] signed(byte[] message, ChunkSigner signer) throws Exception {
    Chunk chunk = ChunkLayout.parse(message, 0, message.length);
    int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
    int body = chunk.header().bodyLength();
    byte[] bytes = new byte[bodyAt + body + ChunkLayout.CRC_BYTES];
    System.arraycopy(chunk.bodyArray(), chunk.bodyOffset(), bytes, bodyAt, body);
    return ChunkLayout.seal(bytes, bodyAt, chunk.header(), signer).toByteArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void chunks_that_nobody_with_the_key_signed_are_damage(boolean split, KafkaBroker broker)
      throws Exception {
    Path keys = Files.createTempFile(directory, "keys", "");
    Files.writeString(keys, Base64.getEncoder().encodeToString(KEY));
    ChunkSigner ours = new ChunkSigner(List.of(KEY));
    ChunkSigner theirs =
        new ChunkSigner(List.of("another key, also of 32 bytes ...".getBytes(UTF_8)));
    List<byte[]> genuine = new ArrayList<>();
    List<byte[]> all = new ArrayList<>();
    for (byte[] message : TestChunks.random(new Random(16), 2, 20, 60)) {
      genuine.add(signed(message, ours));
      all.add(genuine.get(genuine.size() - 1));
    }
    all.add(7, TestChunks.random(new Random(17), 8, 1, 1, 60).get(0));
    all.add(3, signed(TestChunks.random(new Random(18), 9, 1, 1, 60).get(0), theirs));

    String topic = "signed-" + split;
    broker.createTopic(topic, 2, Map.of());
    TestChunks.send(broker.bootstrapServers(), topic, 2, all);
    String uri = "kafka://" + broker.bootstrapServers() + "/" + topic + "?verify.key=" + keys;
    try (var run =
        DistributedAnalysis.builder(new HashStage(FieldSelection.ALL), uri)
            .applicationId(topic + "-analysis")
            .split(split)
            .threads(1)
            .start()) {
      run.awaitEnd();
      var result = run.result();
      var expected = TestChunks.expected(genuine);
      assertThat(result.value()).isEqualTo(expected.value());
      assertThat(result.audit().producers()).isEqualTo(expected.audit().producers());
      assertThat(result.audit().damaged()).isEqualTo(2);
      assertThat(result.audit().complete()).isFalse();
    }
  }
}
