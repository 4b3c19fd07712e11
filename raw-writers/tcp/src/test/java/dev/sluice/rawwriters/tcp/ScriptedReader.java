package dev.sluice.rawwriters.tcp;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.testkit.TcpPeers;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/** The reader's end of the TCP binding, written from its specification, which may misbehave. */
final class ScriptedReader implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final ServerSocket listener;

  ScriptedReader() throws IOException {
    listener = TcpPeers.listen();
    listener.setSoTimeout(TIMEOUT_MILLIS);
  }

  String uri() {
    return "tcp://127.0.0.1:" + listener.getLocalPort();
  }

  /** The next connection. */
  Connection accept() throws IOException {
    return new Connection(listener.accept());
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /** One writer. */
  static final class Connection implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(TIMEOUT_MILLIS);
      this.in = new DataInputStream(socket.getInputStream());
    }

    /** Reads a whole chunk. */
    Chunk chunk() throws IOException, MalformedChunkException {
      byte[] bytes = in.readNBytes(ChunkLayout.PEEK_BYTES);
      int had = bytes.length;
      int length = ChunkLayout.claimedLength(bytes, 0, ChunkLayout.MAX_CHUNK_BYTES);
      bytes = Arrays.copyOf(bytes, length);
      in.readFully(bytes, had, length - had);
      return ChunkLayout.parse(bytes, 0, length);
    }

    /** Reads a chunk and acknowledges it; the result is its sequence. */
    long acknowledge() throws IOException, MalformedChunkException {
      Chunk chunk = chunk();
      answer(acknowledgement(chunk));
      return chunk.accounting().sequence();
    }

    static Answer acknowledgement(Chunk chunk) {
      return Answer.acknowledged(chunk.accounting().producerId(), chunk.accounting().sequence());
    }

    void answer(Answer answer) throws IOException {
      send(answer.toByteArray());
    }

    /** The same, if the writer still listens. */
    void tryToAnswer(Answer answer) {
      try {
        answer(answer);
      } catch (IOException e) {
        // It has gone, which is for the test to notice.
      }
    }

    void send(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
    }

    /** Reads one byte; -1 is the end of the connection. */
    int read() throws IOException {
      return in.read();
    }

    /** Waits until the writer ends the connection, and throws away what comes before. */
    void awaitEnd() {
      try {
        in.readAllBytes();
      } catch (IOException e) {
        // A reset is an end, too.
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
