package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of each medium, chunks that were not signed, or with another key, are left out and reported. */
@Tag("one-jdk")
@Timeout(120)
@ExtendWith({SharedBroker.class, NettyLeaks.class})
class SignedMediaTest {
  private static final String KEY = "a key of ours, it is of 32 bytes";
  private static final long GENUINE = 7;
  private static final int ALL = 6;
  private static final Duration POLL = Duration.ofMillis(20);

  @TempDir Path directory;
  private final List<byte[]> chunks = new ArrayList<>();
  private final Set<Long> producers = ConcurrentHashMap.newKeySet();
  private Path keys;

  @BeforeEach
  void make() throws Exception {
    ChunkSigner ours = new ChunkSigner(List.of(KEY.getBytes(UTF_8)));
    for (byte[] chunk : NoteChunks.of(GENUINE, ALL - 2)) {
      chunks.add(signed(chunk, ours));
    }
    chunks.add(1, NoteChunks.of(666_001, 1).get(0));
    ChunkSigner theirs =
        new ChunkSigner(List.of("another key, also of 32 bytes ...".getBytes(UTF_8)));
    chunks.add(3, signed(NoteChunks.of(666_002, 1).get(0), theirs));
    keys = Files.createTempFile(directory, "keys", "");
    Files.writeString(keys, Base64.getEncoder().encodeToString(KEY.getBytes(UTF_8)));
  }

  private static byte[] signed(byte[] message, ChunkSigner signer) throws Exception {
    Chunk chunk = ChunkLayout.parse(message, 0, message.length);
    int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
    int body = chunk.header().bodyLength();
    byte[] bytes = new byte[bodyAt + body + ChunkLayout.CRC_BYTES];
    System.arraycopy(chunk.bodyArray(), chunk.bodyOffset(), bytes, bodyAt, body);
    return ChunkLayout.seal(bytes, bodyAt, chunk.header(), signer).toByteArray();
  }

  @Test
  void every_medium_is_known_here() {
    assertThat(ServiceLoader.load(RawReaderFactory.class))
        .extracting(RawReaderFactory::scheme)
        .containsExactlyInAnyOrder("file", "tcp", "kafka");
  }

  private String topic(KafkaBroker broker) {
    String topic = Topics.create(broker, 1);
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      chunks.forEach(chunk -> producer.send(new ProducerRecord<>(topic, chunk)));
    }
    return Topics.uri(broker, topic);
  }

  private Audit read(String uri, String way) throws Exception {
    String source = uri + (uri.contains("?") ? "&" : "?") + "verify.key=" + keys;
    int threads = way.equals("threads") ? 3 : 1;
    try (RecordStream stream = RecordStream.builder(source).parallelism(threads).open()) {
      if (uri.startsWith("tcp")) {
        int port = Integer.parseInt(uri.replaceAll(".*:(\\d+).*", "$1"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
          for (byte[] chunk : chunks) {
            socket.getOutputStream().write(chunk);
          }
          poll(stream, way);
        }
      } else {
        poll(stream, way);
      }
      return stream.audit();
    }
  }

  private void poll(RecordStream stream, String way) throws Exception {
    while (stream.audit().chunks() + stream.audit().damaged() < ALL) {
      if (way.equals("columns")) {
        stream.pollColumns((batch, chunk) -> note(chunk), POLL);
      } else {
        stream.poll((cursor, chunk) -> note(chunk), POLL);
      }
    }
  }

  private void note(Chunk chunk) {
    producers.add(chunk.accounting().producerId());
  }

  @ParameterizedTest
  @ValueSource(strings = {"records", "threads", "columns"})
  void chunk_that_nobody_with_the_key_signed_is_damage(String way, KafkaBroker broker)
      throws Exception {
    Path file = directory.resolve("chunks.slu");
    try (var out = Files.newOutputStream(file)) {
      for (byte[] chunk : chunks) {
        out.write(chunk);
      }
    }
    for (String uri :
        List.of("file:" + file, "tcp://127.0.0.1:" + TcpPeers.freePort(), topic(broker))) {
      producers.clear();
      Audit audit = read(uri, way);
      assertThat(producers).as(uri).containsExactly(GENUINE);
      assertThat(audit.producers()).as(uri).hasSize(1);
      assertThat(audit.chunks()).as(uri).isEqualTo(ALL - 2);
      assertThat(audit.damaged()).as(uri).isEqualTo(2);
      assertThat(audit.complete()).as(uri).isFalse();
    }
  }

  @Test
  void explode_sends_no_record_of_it(KafkaBroker broker) throws Exception {
    String to = Topics.create(broker, 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    String from = topic(broker) + "?verify.key=" + keys;
    assertThat(
            Main.run(
                new Terminal(out, print, false), "explode", from, "--to", Topics.uri(broker, to)))
        .isEqualTo(ExitCode.INCOMPLETE);
    assertThat(out.toString(UTF_8)).contains("2 damaged regions");
    TopicPartition partition = new TopicPartition(to, 0);
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      List<String> messages = new ArrayList<>();
      while (consumer.position(partition) < end) {
        consumer.poll(POLL).forEach(message -> messages.add(new String(message.value(), UTF_8)));
      }
      assertThat(messages).hasSize(2 * (ALL - 2)).allMatch(line -> line.contains("000000007\""));
    }
  }
}
