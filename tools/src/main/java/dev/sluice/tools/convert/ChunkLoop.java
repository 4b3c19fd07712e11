package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ChunkAudit;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Reads the chunks of a source to its end and audits them, without decoding their bodies. For one
 * thread.
 */
public final class ChunkLoop {
  private static final Duration POLL = Duration.ofMillis(500);

  private final SourceSpec source;
  private final ChunkAudit audit;
  private final DamageList damages = new DamageList();
  private long records;
  private long chunks;
  private long bytes;

  ChunkLoop(SourceSpec source) {
    this.source = source;
    audit = new ChunkAudit(source.maxProducers());
  }

  /** Takes a chunk, whose bytes are its until it returns, and what it is beside earlier ones. */
  @FunctionalInterface
  interface Taker {
    void take(Chunk chunk, ChunkAudit.Kind kind) throws IOException;
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

  /**
   * Reads chunks to the end, and acknowledges them to the source when {@code settling} has
   * returned.
   */
  void read(Taker taker, Settling settling) throws IOException {
    try (RawReader reader = source.openRaw()) {
      if (reader.isEndless()) {
        throw new ToolException(source + " never ends; give a source that ends");
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
        records += chunk.header().recordCount();
        chunks++;
        bytes += chunk.length();
        ChunkAudit.Kind kind = audit.add(chunk);
        unchecked(() -> taker.take(chunk, kind));
      }

      @Override
      public void beforeAcknowledge() {
        unchecked(settling);
      }

      @Override
      public void damaged(Damage damage) {
        damages.accept(damage);
        audit.damaged(damage);
      }
    };
  }

  private static void unchecked(Settling work) {
    try {
      work.settle();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells how far it is. */
  void tell(Notices notices) {
    notices.read(records, source.part());
  }

  /** Returns what was read so far, and what is missing as far as headers show. */
  Audit audit() {
    return audit.audit();
  }

  long chunks() {
    return chunks;
  }

  /** Bytes of the chunks. */
  long bytes() {
    return bytes;
  }

  /** Regions which nobody gets. */
  DamageList damages() {
    return damages;
  }
}
