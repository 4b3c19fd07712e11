package dev.sluice.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that answers whatever it is sent as one of HTTP does. */
final class HttpWords implements AutoCloseable {
  private final ServerSocket socket;

  HttpWords() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "http-words");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        client.getInputStream().read(new byte[10]);
        client
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The next one.
      }
    }
  }

  String address() {
    return "localhost:" + socket.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
