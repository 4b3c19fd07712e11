package dev.sluice.cli.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import dev.sluice.cli.CliException;
import dev.sluice.cli.DamageList;
import dev.sluice.cli.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Reads the chunks of a source to its end, without looking at their bodies. For one thread. */
final class ChunkLoop {
  private static final Duration POLL = Duration.ofMillis(500);

  private final Source source;
  private final DamageList damages;
  private long chunks;
  private long bytes;
  private long damaged;

  ChunkLoop(Source source, DamageList damages) {
    this.source = source;
    this.damages = damages;
  }

  /** Takes a chunk, whose bytes are its until it returns. */
  @FunctionalInterface
  interface Taker {
    void take(Chunk chunk) throws IOException;
  }

  /** Waits until what was taken cannot be lost with this process. */
  @FunctionalInterface
  interface Settling {
    void settle() throws IOException;
  }

  /** Reads them all; refuses a source without any chunk. */
  void read(Taker taker) throws IOException {
    read(taker, () -> {});
  }

  /** The same; the source is told that chunks arrived when {@code settling} has returned. */
  void read(Taker taker, Settling settling) throws IOException {
    try (RawReader reader = source.openRaw()) {
      if (reader.isEndless()) {
        throw new CliException(source + " has no end; name one that has");
      }
      ChunkHandler handler = handler(taker, settling);
      while (!reader.exhausted()) {
        reader.poll(handler, POLL);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    source.checkAny(chunks, damages);
  }

  private ChunkHandler handler(Taker taker, Settling settling) {
    return new ChunkHandler() {
      @Override
      public void chunk(Chunk chunk, SourcePosition position) {
        chunks++;
        bytes += chunk.length();
        try {
          taker.take(chunk);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void beforeAcknowledge() {
        try {
          settling.settle();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void damaged(Damage damage) {
        damaged++;
        damages.accept(damage);
      }
    };
  }

  long chunks() {
    return chunks;
  }

  /** Bytes of the chunks. */
  long bytes() {
    return bytes;
  }

  /** Damaged regions, which nobody gets. */
  long damaged() {
    return damaged;
  }
}
