package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.support.wire.TcpBinding;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;

/** The writer's end of the TCP binding, written from its specification, which may misbehave. */
public final class ScriptedWriter implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;

  /** Connects to a reader on this machine. */
  public ScriptedWriter(int port) throws IOException {
    this(port, 0);
  }

  /**
   * Creates a writer with a receive buffer of about {@code receiveBuffer} bytes; 0 is the system's
   * choice.
   */
  public ScriptedWriter(int port, int receiveBuffer) throws IOException {
    socket = TcpPeers.connect(port, receiveBuffer);
    in = new DataInputStream(socket.getInputStream());
  }

  /** Sends bytes. */
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends some of the bytes. */
  public void send(byte[] bytes, int from, int length) throws IOException {
    socket.getOutputStream().write(bytes, from, length);
  }

  /** Sends a chunk. */
  public void send(Chunk chunk) throws IOException {
    send(chunk.toByteArray());
  }

  /** Returns the next answer of any kind. */
  public Answer anyAnswer() throws IOException, MalformedChunkException {
    byte[] bytes = new byte[TcpBinding.ANSWER_BYTES];
    in.readFully(bytes);
    return Answer.parse(bytes, 0);
  }

  /** Returns the next answer that is no keep-alive. */
  public Answer answer() throws IOException, MalformedChunkException {
    Answer answer = anyAnswer();
    while (answer.kind() == Kind.ALIVE) {
      answer = anyAnswer();
    }
    return answer;
  }

  /** Ends the output, and waits until the reader ends the connection. */
  public void finish() throws IOException {
    socket.shutdownOutput();
    awaitEnd();
  }

  /** Waits until the reader ends the connection. */
  public void awaitEnd() throws IOException {
    TcpPeers.drain(socket);
  }

  /** Ends the connection with a reset instead of an orderly close. */
  public void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
