package dev.sluice.rawwriters.tcp;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.support.wire.TcpBinding;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpToken;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;

/**
 * One connection to the reader. One thread opens it and writes, another reads the answers, any
 * thread drops it.
 */
final class Connection {
  private final TcpWriterSettings settings;
  private final Socket plain;
  private final byte[] answer = new byte[TcpBinding.ANSWER_BYTES];
  private volatile Socket socket;
  private volatile String reason;

  Connection(TcpWriterSettings settings, Supplier<Socket> sockets) {
    this.settings = settings;
    this.plain = sockets.get();
    this.socket = plain;
  }

  /**
   * Connects and sends the token, which comes before the first chunk. Resolving a name may block
   * the calling thread, everything else ends after the connect timeout.
   *
   * @throws IOException whose message is one line
   */
  void open() throws IOException {
    TcpAddress address = settings.address();
    int millis = millis(settings.connectTimeout().toMillis());
    InetSocketAddress at = new InetSocketAddress(address.host(), address.port());
    if (at.isUnresolved()) {
      throw new UnknownHostException("unknown host");
    }
    plain.setTcpNoDelay(true);
    plain.setKeepAlive(true);
    plain.connect(at, millis);
    if (settings.tls() != null) {
      plain.setSoTimeout(millis);
      startTls(address);
    }
    plain.setSoTimeout(millis(settings.ackTimeout().toMillis() / 4));
    if (address.token() != null) {
      sendToken(address.token());
    }
  }

  /** Sends a token, which must be the first bytes of the connection. */
  void sendToken(TcpToken token) throws IOException {
    socket.getOutputStream().write(token.toByteArray());
  }

  private void startTls(TcpAddress address) throws IOException {
    try {
      SSLSocket encrypted = Tls.wrap(settings.tls().get(), plain, address);
      encrypted.startHandshake();
      socket = encrypted;
    } catch (IOException e) {
      boolean isTls = !String.valueOf(e.getMessage()).contains("unrecognized SSL message");
      String why = isTls ? TcpAddress.reason(e) : "the reader does not speak it";
      throw new IOException("no TLS: " + why, e);
    }
  }

  private static int millis(long millis) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
  }

  /** Writes a part of a chunk; waits until the system has taken all of it. */
  void write(Chunk chunk, int from, int length) throws IOException {
    if (length > 0) {
      socket.getOutputStream().write(chunk.array(), chunk.offset() + from, length);
    }
  }

  /**
   * Reads answers until the connection ends; {@code look} runs after each of them and several times
   * in an acknowledgement timeout.
   */
  void read(Consumer<Answer> answered, Runnable look) {
    int received = 0;
    try {
      while (received >= 0 && reason == null) {
        received = read(received, answered);
        look.run();
      }
      drop("the reader closed the connection");
    } catch (MalformedChunkException e) {
      drop("it does not answer as a Sluice reader does, with or without TLS (" + e.reason() + ")");
    } catch (IOException | RuntimeException | Error e) {
      drop(reason(e));
    }
  }

  static String reason(Throwable e) {
    return e instanceof IOException ? TcpAddress.reason(e) : e.toString();
  }

  /** Reads bytes of an answer; returns how many are there now, or a negative number at the end. */
  private int read(int received, Consumer<Answer> answered)
      throws IOException, MalformedChunkException {
    int count;
    try {
      count = socket.getInputStream().read(answer, received, answer.length - received);
    } catch (SocketTimeoutException e) {
      return received;
    }
    if (count < 0 || received + count < answer.length) {
      return count < 0 ? -1 : received + count;
    }
    answered.accept(Answer.parse(answer, 0));
    return 0;
  }

  /**
   * Drops the connection immediately, without the closing message of TLS, which a peer that does
   * not read would delay.
   */
  void drop(String why) {
    synchronized (answer) {
      reason = reason == null ? why : reason;
    }
    try {
      plain.close();
    } catch (IOException e) {
      // The system has closed it all the same.
    }
  }

  /** Closes the connection in order; called only after everything was acknowledged. */
  void end() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // The reader was faster.
    }
    drop("closed");
  }

  /** Returns the reason why the connection was dropped, or null. */
  String reason() {
    return reason;
  }
}
