package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.RawWriter;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.RawPairContract;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** TCP keeps nothing, so what writes runs beside the reader. */
@ExtendWith(NettyLeaks.class)
@Warns("connection lost: ")
class TcpPairTest extends RawPairContract {
  private final ExecutorService writing = Executors.newSingleThreadExecutor();
  private final int port = TcpPeers.freePort();
  private Future<?> last;

  @Override
  protected String sink() {
    return "tcp://127.0.0.1:" + port + "?backoff.max=100ms";
  }

  @Override
  protected String source() {
    return "tcp://127.0.0.1:" + port + "?until=end&grace=100ms";
  }

  @Override
  protected void write(Writing task) {
    Future<?> before = last;
    last =
        writing.submit(
            () -> {
              if (before != null) {
                before.get();
              }
              task.run();
              return null;
            });
  }

  @Override
  protected boolean isWritten() throws Exception {
    boolean written = last.isDone();
    if (written) {
      last.get();
    }
    return written;
  }

  @AfterEach
  void stop() throws Exception {
    if (last != null) {
      last.get(30, TimeUnit.SECONDS);
    }
    writing.shutdownNow();
  }

  @Test
  void ipv6_addresses_work_on_both_sides() throws Exception {
    ChunkLog log = new ChunkLog();
    CompletionLog completions = new CompletionLog();
    try (TcpRawReader reader = (TcpRawReader) RawPair.reader("tcp://[::1]:0")) {
      RawWriter writer = RawPair.writer("tcp://[::1]:" + reader.address().getPort());
      write(() -> writer.write(new ChunkFactory(11, "ipv6").next(), completions));
      Awaitility.await()
          .pollInterval(Duration.ZERO)
          .until(() -> reader.poll(log, Duration.ofMillis(50)) == 1);
      completions.await(1);
      writer.close(Duration.ofSeconds(5));
    }
    assertThat(log.sequences(11)).containsExactly(0L);
  }

  @Override
  protected void poison(byte[] garbage) throws Exception {
    try (Socket socket = TcpPeers.connect(port);
        OutputStream out = socket.getOutputStream()) {
      out.write(garbage);
      socket.shutdownOutput();
      // The reader ends the connection when it has read everything.
      TcpPeers.drain(socket);
    }
  }
}
