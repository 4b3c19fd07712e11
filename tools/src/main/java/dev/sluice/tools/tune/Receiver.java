package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.api.spi.RawReader;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/** Reader's side of a medium: a thread that records when each chunk is delivered. Any thread. */
final class Receiver implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);

  private final RawReader reader;
  private volatile ObjLongConsumer<Chunk> listener = (chunk, nanos) -> {};
  private final Thread thread = new Thread(this::run, "sluice-tune-reader");
  private volatile boolean closing;
  private volatile Exception failure;

  private Receiver(RawReader reader) {
    this.reader = reader;
    thread.setDaemon(true);
  }

  /** Reads from now on. */
  static Receiver start(Medium medium) throws IOException {
    Receiver receiver = new Receiver(medium.newReader());
    receiver.thread.start();
    return receiver;
  }

  /**
   * Sets the listener of the following chunks, which gets the {@code nanoTime} of their delivery on
   * the reader's thread; its actions happen before the next call.
   */
  void listener(ObjLongConsumer<Chunk> next) {
    listener = next;
  }

  private void run() {
    ChunkHandler handler =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            listener.accept(chunk, System.nanoTime());
          }

          @Override
          public void damaged(Damage damage) {
            // Others may write to the same place.
          }
        };
    try {
      while (!closing) {
        poll(handler);
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      failure = e;
    }
  }

  private void poll(ChunkHandler handler) throws IOException, InterruptedException {
    try {
      reader.poll(handler, POLL);
    } catch (NoSuchSourceException e) {
      // A topic may come with the first chunk.
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    }
  }

  /**
   * Does nothing while the reader works.
   *
   * @throws ToolException with the reason why it gave up
   */
  void check() {
    Exception why = failure;
    if (why != null) {
      String line = why.getMessage() == null ? why.toString() : why.getMessage();
      throw new ToolException("cannot read what arrives at the sink: " + line, why);
    }
  }

  @Override
  public void close() {
    closing = true;
    reader.wakeup();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reader.close();
  }
}
