package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.streams.Audit;
import dev.sluice.streams.FilePositionStore;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.TcpPeers;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a stranger sends to a port under a producer's id hides nothing of what that one sends. */
@Tag("one-jdk")
@ExtendWith(NettyLeaks.class)
class TcpForgeryTest {
  private static final long PRODUCER = 0xabc;
  private static final Duration POLL = Duration.ofMillis(20);

  @TempDir Path directory;
  private final int port = TcpPeers.freePort();
  private int records;

  private RecordStream listen() throws Exception {
    return RecordStream.builder("tcp://127.0.0.1:" + port + "?until=end&grace=2s")
        .positions(FilePositionStore.create(directory.resolve("positions")))
        .open();
  }

  /** Sends chunks on a connection of its own, and returns when they were handled. */
  private void send(RecordStream stream, List<byte[]> chunks) throws Exception {
    long before = arrived(stream.audit());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      for (byte[] chunk : chunks) {
        socket.getOutputStream().write(chunk);
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ZERO)
          .until(
              () -> {
                stream.poll((cursor, chunk) -> records++, POLL);
                return arrived(stream.audit()) >= before + chunks.size();
              });
    }
  }

  private static long arrived(Audit audit) {
    return audit.chunks() + audit.producers().stream().mapToLong(ProducerAudit::duplicates).sum();
  }

  private static byte[] range(long first, long last) {
    Accounting accounting =
        new Accounting.Builder(PRODUCER).sequence(last).replacing(last - first).end(true).build();
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + ChunkLayout.CRC_BYTES];
    return ChunkLayout.seal(
            bytes, ChunkLayout.MAX_HEADER_BYTES, ChunkHeader.of(1, 0, 0, accounting))
        .toByteArray();
  }

  @Test
  void a_range_that_came_first_suppresses_no_chunk() throws Exception {
    try (RecordStream stream = listen()) {
      send(stream, List.of(range(0, Long.MAX_VALUE)));
      send(stream, NoteChunks.of(PRODUCER, 10));

      assertThat(records).isEqualTo(20);
      assertThat(stream.audit().producers().get(0).conflicts()).isGreaterThanOrEqualTo(10);
      assertThat(stream.audit().complete()).isFalse();
    }
  }

  @Test
  void nor_does_a_restart_of_the_reader() throws Exception {
    List<byte[]> real = NoteChunks.of(PRODUCER, 10);
    try (RecordStream stream = listen()) {
      send(stream, real.subList(0, 5));
      send(stream, List.of(range(5, 9)));
    }
    try (RecordStream stream = listen()) {
      send(stream, real.subList(5, 10));

      assertThat(records).isEqualTo(20);
      assertThat(stream.audit().producers().get(0).conflicts()).isGreaterThanOrEqualTo(5);
      assertThat(stream.audit().complete()).isFalse();
    }
  }

  @Test
  void what_a_program_sends_again_after_a_restart_of_the_reader_is_left_out() throws Exception {
    List<byte[]> real = NoteChunks.of(PRODUCER, 10);
    try (RecordStream stream = listen()) {
      send(stream, real.subList(0, 7));
    }
    try (RecordStream stream = listen()) {
      send(stream, real.subList(3, 10)); // four of them were not acknowledged

      assertThat(records).isEqualTo(20);
      assertThat(stream.audit().producers().get(0).duplicates()).isEqualTo(4);
      assertThat(stream.audit().complete()).isTrue();
    }
  }

  @Test
  void ranges_are_never_trusted_of_a_port() {
    String port = "tcp://127.0.0.1:0";
    assertThatThrownBy(() -> RecordStream.builder(port + "?ranges=trusted").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ranges must not be trusted of tcp");
    assertThatThrownBy(() -> RecordStream.builder(port).trustRanges().open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ranges must not be trusted of tcp");
  }
}
