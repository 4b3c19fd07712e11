package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import io.netty.channel.IoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a reader does when an error ends its network thread. */
class LostLoopTest {
  private static final Duration POLL = Duration.ofSeconds(20);

  /** Where Netty warns of the error; held, since loggers that nobody holds are forgotten. */
  private static final Logger NETTY =
      Logger.getLogger("io.netty.util.concurrent.SingleThreadEventExecutor");

  private final AtomicBoolean error = new AtomicBoolean();
  private final ChunkLog log = new ChunkLog();

  private TcpRawReader listen(int port) throws IOException {
    Endpoint endpoint = Endpoint.parse("tcp://127.0.0.1:" + port + "?keep.alive=10ms");
    return TcpRawReader.listen(TcpReaderSettings.of(endpoint), SystemPlatform.get(), this::network);
  }

  private IoHandler network(ThreadAwareExecutor executor) {
    IoHandler handler = NioIoHandler.newFactory().newHandler(executor);
    return (IoHandler)
        Proxy.newProxyInstance(
            IoHandler.class.getClassLoader(),
            new Class<?>[] {IoHandler.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("run") && error.getAndSet(false)) {
                throw new OutOfMemoryError("of the test");
              }
              try {
                return method.invoke(handler, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void poll_hands_over_what_came_and_then_says_that_nothing_will_and_the_port_is_free()
      throws Exception {
    TcpRawReader reader = listen(0);
    int port = reader.address().getPort();
    try (Socket writer = new Socket(InetAddress.getLoopbackAddress(), port)) {
      writer.getOutputStream().write(new ChunkFactory(4, null).next().toByteArray());
      assertThat(reader.poll(log, POLL)).isEqualTo(1);
      NETTY.setLevel(Level.OFF);
      error.set(true);
      assertThatThrownBy(() -> reader.poll(log, POLL))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll(reader.toString(), "has ended its network thread", "open it");
    }
    reader.close();
    listen(port).close();
    NETTY.setLevel(null);
  }
}
