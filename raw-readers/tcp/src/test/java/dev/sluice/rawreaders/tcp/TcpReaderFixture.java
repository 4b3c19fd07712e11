package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.RawPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A reader on a free port, and what it hands over. */
@ExtendWith(NettyLeaks.class)
abstract class TcpReaderFixture {
  static final long P = 11;
  static final Duration POLL = Duration.ofMillis(50);

  final ChunkFactory factory = new ChunkFactory(P, "reader");
  final ChunkLog log = new ChunkLog();
  final ExecutorService others = Executors.newCachedThreadPool();
  TcpRawReader reader;

  @AfterEach
  void stop() {
    others.shutdownNow();
    if (reader != null) {
      reader.close();
    }
  }

  final int listen(String options) throws IOException {
    reader = (TcpRawReader) RawPair.reader("tcp://127.0.0.1:0" + options);
    return reader.address().getPort();
  }

  final void pollUntil(int chunks, int damages) {
    Awaitility.await()
        .pollInterval(Duration.ZERO)
        .until(
            () -> {
              reader.poll(log, POLL);
              return log.chunks().size() >= chunks && log.damages().size() >= damages;
            });
    assertThat(log.chunks()).hasSize(chunks);
    assertThat(log.damages()).hasSize(damages);
  }

  static byte[] concat(Chunk... chunks) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Chunk chunk : chunks) {
      all.writeBytes(chunk.toByteArray());
    }
    return all.toByteArray();
  }
}
