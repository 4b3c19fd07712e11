package dev.sluice.benchmarks.calls;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.support.Plugins;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Listens, and acknowledges chunks when they are written to a file: that costs little on a machine
 * that the monitored program needs. What arrived is decoded in the end.
 */
final class TcpReceiver implements Receiver {
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Path file;
  private final int port;
  private final CompletableFuture<Void> received = new CompletableFuture<>();
  private volatile boolean closed;

  TcpReceiver(Path file) throws IOException {
    this.file = file;
    this.port = freePort();
    RawReader reader =
        Plugins.find(RawReaderFactory.class, RawReaderFactory::scheme, "tcp", "scheme")
            .newReader(Endpoint.parse(address()));
    Thread thread = new Thread(() -> receive(reader), "receiver");
    thread.setDaemon(true);
    thread.start();
  }

  /** A port that nobody listens on at the moment. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void receive(RawReader reader) {
    try (reader;
        OutputStream out = Files.newOutputStream(file)) {
      while (!closed) {
        reader.poll(new Keeper(out), PATIENCE);
      }
      received.complete(null);
    } catch (IOException | RuntimeException e) {
      received.completeExceptionally(e);
    }
  }

  /** Writes chunks to a file. */
  private record Keeper(OutputStream out) implements ChunkHandler {
    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      try {
        out.write(chunk.array(), chunk.offset(), chunk.length());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void damaged(Damage damage) {
      throw new IllegalStateException("damaged bytes arrived: " + damage);
    }
  }

  @Override
  public String address() {
    return "tcp://127.0.0.1:" + port;
  }

  @Override
  public long executions() throws IOException {
    close();
    try {
      received.get();
    } catch (ExecutionException e) {
      throw new IOException("nothing more was received: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    return Arrival.executions(file);
  }

  @Override
  public void close() {
    closed = true;
  }
}
