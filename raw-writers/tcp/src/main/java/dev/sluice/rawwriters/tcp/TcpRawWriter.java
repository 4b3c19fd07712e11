package dev.sluice.rawwriters.tcp;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Raw writer that sends sealed chunks to a raw reader on a TCP port.
 *
 * <p>Guarantee: at least once, without a broker. A chunk is {@code ACKNOWLEDGED} when the reader's
 * handler returned from it. What was taken and not acknowledged is sent again, in order, on the
 * next connection, however long the reader is away; it may so arrive twice. At {@link #close} it is
 * {@code UNCONFIRMED} if it ever left whole and {@code FAILED} if not. {@code FAILED} is also a
 * chunk in whose place the reader has found damage three times. A reader that says nothing at all
 * for {@code ack.timeout} (15 s) while chunks wait is taken for dead, and another connection made.
 *
 * <p>Nothing is connected before the first {@link #flush} or {@link #write}, and neither needs a
 * reader that is there. While there is no connection a write waits for an attempt under way and
 * otherwise ends in an {@link IOException}, for the caller to keep the chunk; so what is lost in an
 * outage is decided by the collector's policy. While the window is full a write waits.
 *
 * <p>Memory: no copy of a chunk. Two daemon threads: {@code sluice-tcp-writer} connects and writes,
 * {@code sluice-tcp-answers} reads the answers and completes the chunks.
 */
public final class TcpRawWriter implements RawWriter {
  private final TcpWriterSettings settings;
  private final Sender sender;

  TcpRawWriter(TcpWriterSettings settings, Platform platform) {
    this(settings, platform, () -> new Socket(Proxy.NO_PROXY));
  }

  TcpRawWriter(TcpWriterSettings settings, Platform platform, Supplier<Socket> sockets) {
    this.settings = settings;
    this.sender = new Sender(settings, platform, sockets);
  }

  @Override
  public int maxChunkBytes() {
    return settings.maxChunkBytes();
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    if (chunk.length() > settings.maxChunkBytes()) {
      String limit = "%d bytes are more than 'max.chunk.bytes', which is %d";
      completion.completed(
          chunk,
          Outcome.FAILED,
          new IOException(limit.formatted(chunk.length(), settings.maxChunkBytes())));
    } else {
      sender.send(new PendingChunk(chunk, completion));
    }
  }

  /** Begins to connect, if there is no connection; chunks are sent immediately anyway. */
  @Override
  public void flush() {
    sender.open();
  }

  @Override
  public void close(Duration timeout) {
    sender.close(timeout);
  }

  /** Returns the address without options. */
  @Override
  public String toString() {
    return "TCP raw writer to " + settings.address();
  }
}
