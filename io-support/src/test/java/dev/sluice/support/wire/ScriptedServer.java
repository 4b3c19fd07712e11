package dev.sluice.support.wire;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Listens on this machine and has each connection for as long as it takes to answer it. */
final class ScriptedServer implements Closeable {
  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  /** What is done with a connection, which is closed behind it. */
  @FunctionalInterface
  interface Answer {
    void to(Socket connection) throws IOException;
  }

  ScriptedServer(Answer answer) throws IOException {
    Thread thread =
        new Thread(
            () -> {
              while (!listening.isClosed()) {
                try (Socket connection = listening.accept()) {
                  answer.to(connection);
                } catch (IOException e) {
                  // who asked has gone, or the test is over
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** What it is reached by. */
  String address() {
    return "localhost:" + listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
