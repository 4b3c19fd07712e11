package dev.sluice.rawreaders.tcp;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawReader;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Raw reader that listens on a TCP port for any number of raw writers and delivers what they send.
 * A partition is a connection, {@code 10.0.0.7:53412#3} with the number of connections before it,
 * and an offset is bytes from its start. For one thread but for {@link #wakeup}.
 *
 * <p>Guarantee: at least once, without a broker. A chunk is acknowledged on its connection when the
 * handler and {@link ChunkHandler#beforeAcknowledge} have returned; if they throw, the same chunks
 * come again with the next poll. What was not acknowledged when a connection or the reader ends
 * comes again from the writer, on another connection; a record stream removes the duplicates. Bytes
 * that are no chunk are damage; the stream goes on behind them, as in a file, and the writer is
 * told. What the end of a connection cuts off is none, and is dropped whole.
 *
 * <p>Memory: {@code memory}, 64 MiB by default: half of it for chunks that wait for the handler,
 * half for what came of large ones; one chunk more each; and 256 KiB a connection. When it is used
 * up nothing is read from the network until the handler returns. The writers notice: their windows
 * fill, and then their collectors' policy applies. A poll hands over about 256 KiB, or one larger
 * chunk.
 *
 * <p>Who connects is a stranger until a whole chunk came: it is closed when none comes in time,
 * gives way to another connection when all places are taken, and does not keep the source from
 * ending. A {@code token}, told before anything else, or certificates of writers keep strangers
 * out; without them whoever can connect can deliver records.
 *
 * <p>One daemon thread, {@code sluice-tcp-reader}, serves all connections.
 */
public final class TcpRawReader implements RawReader {
  private static final int BATCH_BYTES = 256 << 10;

  private final TcpReaderSettings settings;
  private final Inbox inbox;
  private final Listener listener;
  private List<Received> batch = List.of();
  private boolean closed;

  private TcpRawReader(TcpReaderSettings settings, Platform platform, IoHandlerFactory network)
      throws IOException {
    this.settings = settings;
    this.inbox = new Inbox(settings.memoryBytes() / 2);
    this.listener =
        new Listener(settings, platform, ServerTls.of(settings.address()), inbox, network);
    listener.start();
  }

  static TcpRawReader listen(TcpReaderSettings settings, Platform platform) throws IOException {
    return listen(settings, platform, NioIoHandler.newFactory());
  }

  /** Listens on the port of the settings; {@code network} is the handler of the network thread. */
  static TcpRawReader listen(
      TcpReaderSettings settings, Platform platform, IoHandlerFactory network) throws IOException {
    return new TcpRawReader(settings, platform, network);
  }

  /**
   * Returns the address on which the reader listens; with port 0 in its URI, the port that the
   * system chose.
   */
  public InetSocketAddress address() {
    return listener.address();
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    if (closed) {
      throw new IOException(this + " is closed");
    }
    if (batch.isEmpty()) {
      batch = inbox.take(TimeUnit.MILLISECONDS.toNanos(timeout.toMillis()), BATCH_BYTES);
    }
    if (batch.isEmpty()) {
      if (listener.hasFailed()) {
        throw new IOException(this + ": an error has ended its network thread; open it again");
      }
      return 0;
    }
    for (Received received : batch) {
      received.hand(handler);
    }
    handler.beforeAcknowledge();
    List<Received> handled = batch;
    batch = List.of();
    acknowledge(handled);
    if (inbox.release(handled)) {
      listener.roomAgain();
    }
    return handled.size();
  }

  private static void acknowledge(List<Received> handled) {
    Map<Consumer<byte[]>, ByteArrayOutputStream> answers = new LinkedHashMap<>();
    for (Received received : handled) {
      answers
          .computeIfAbsent(received.connection(), c -> new ByteArrayOutputStream())
          .writeBytes(received.answer().toByteArray());
    }
    answers.forEach((connection, bytes) -> connection.accept(bytes.toByteArray()));
  }

  @Override
  public boolean exhausted() {
    return settings.untilEnd() && batch.isEmpty() && listener.isAbandoned() && inbox.isEmpty();
  }

  @Override
  public boolean isEndless() {
    return !settings.untilEnd();
  }

  @Override
  public void wakeup() {
    inbox.wake();
  }

  /** Closes the port and all connections; waits 2 s at most. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      listener.close();
    }
  }

  /** Returns the address without options. */
  @Override
  public String toString() {
    return listener.toString();
  }
}
