package dev.sluice.it;

import dev.sluice.testkit.RawPairContract;
import dev.sluice.testkit.TcpPeers;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** TCP keeps nothing, so what writes runs beside the reader. */
@ExtendWith(NettyLeaks.class)
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
