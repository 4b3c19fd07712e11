package dev.sluice.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/** Plain sockets for tests of TCP. */
public final class TcpPeers {
  private static final int TIMEOUT_MILLIS = 30_000;

  /** Sockets that reserve ports; kept because an unreferenced socket is closed. */
  private static final Queue<Socket> RESERVED = new ConcurrentLinkedQueue<>();

  private TcpPeers() {}

  /**
   * Returns a port on which no program listens. Until this JVM ends, the system gives it to no
   * other program, if a program can listen on a port to which a socket is bound, as on Linux.
   */
  public static int freePort() {
    try {
      Socket reserved = new Socket();
      reserved.setReuseAddress(true);
      reserved.bind(new InetSocketAddress("127.0.0.1", 0));
      int port = reserved.getLocalPort();
      if (canListen(port)) {
        RESERVED.add(reserved);
      } else {
        reserved.close();
      }
      return port;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean canListen(int port) {
    try (ServerSocket listener = new ServerSocket()) {
      listener.setReuseAddress(true);
      listener.bind(new InetSocketAddress("127.0.0.1", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Listens on a free port of the loopback address. */
  public static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
  }

  /** Connects as soon as a server listens, after at most 30 s. */
  public static Socket connect(int port) throws IOException {
    return connect(port, 0);
  }

  /**
   * Connects as soon as a server listens, with a receive buffer of about {@code receiveBuffer}
   * bytes; 0 is the system's choice.
   */
  public static Socket connect(int port, int receiveBuffer) throws IOException {
    Socket socket =
        Awaitility.await()
            .atMost(Duration.ofMillis(TIMEOUT_MILLIS))
            .pollInterval(Duration.ofMillis(10))
            .ignoreException(ConnectException.class)
            .until(() -> tryToConnect(port, receiveBuffer), Objects::nonNull);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  private static Socket tryToConnect(int port, int receiveBuffer) throws IOException {
    Socket socket = new Socket();
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    return socket;
  }

  /** Reads a connection to its end. */
  public static byte[] drain(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    return in.readAllBytes();
  }
}
