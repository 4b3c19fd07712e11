package dev.sluice.benchmarks.calls.receivers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** One connection of Kieker's TCP writer. */
final class KiekerTaker implements Taker {
  private final ServerSocketChannel server;
  private final KiekerRecords records = new KiekerRecords();

  KiekerTaker() throws IOException {
    server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread thread = new Thread(this::take, "taker");
    thread.setDaemon(true);
    thread.start();
  }

  private void take() {
    try (SocketChannel connection = server.accept()) {
      records.count(connection);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int port() {
    return server.socket().getLocalPort();
  }

  @Override
  public long executions() {
    return records.executions();
  }
}
