package dev.sluice.rawwriters.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.testkit.BrokenClientContract;
import dev.sluice.testkit.Warns;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A socket breaks when it is connected, read or written: with an exception, or with an error. */
@Warns("connection lost: ")
class BrokenSocketTest extends BrokenClientContract {
  private ScriptedReader reader;

  @BeforeEach
  void listen() throws IOException {
    reader = new ScriptedReader();
    start(
        () -> {
          while (true) {
            ScriptedReader.Connection connection = reader.accept();
            start(
                () -> {
                  try (connection) {
                    while (true) {
                      connection.acknowledge();
                    }
                  }
                });
          }
        });
  }

  @AfterEach
  void stop() throws IOException {
    reader.close();
  }

  private interface Task {
    void run() throws Exception;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Exception e) {
                // A socket that is closed ends it.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  protected int ways() {
    return 2;
  }

  @Override
  protected RawWriter open(int way) {
    Endpoint endpoint = Endpoint.parse(reader.uri() + "?backoff.min=1ms&backoff.max=2ms");
    return new TcpRawWriter(
        TcpWriterSettings.of(endpoint), SystemPlatform.get(), () -> new Breaking(way));
  }

  private final class Breaking extends Socket {
    private final int way;

    Breaking(int way) {
      this.way = way;
    }

    private void step() throws IOException {
      if (breaks()) {
        if (way == 0) {
          throw new IOException("broken by the test");
        }
        throw new OutOfMemoryError("of the test");
      }
    }

    @Override
    public void connect(SocketAddress address, int timeout) throws IOException {
      step();
      super.connect(address, timeout);
      step();
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] into, int from, int length) throws IOException {
          step();
          int count = super.read(into, from, length);
          step();
          return count;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          step();
          out.write(bytes, from, length);
          step();
        }
      };
    }
  }
}
