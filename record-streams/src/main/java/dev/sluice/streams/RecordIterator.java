package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/**
 * Iterator that polls when all records of the last poll were returned. It keeps the encoded chunks
 * of one poll, and one record.
 */
final class RecordIterator implements Iterator<GenericRecord> {
  private static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);

  private final RawReader reader;
  private final ChunkPipeline pipeline;
  private final ChunkPipeline.Opener opener;
  private final Queue<PolledChunk> chunks = new ArrayDeque<>();
  private Delivery current;
  private GenericRecord next;

  private record PolledChunk(Chunk chunk, SourcePosition position) {}

  RecordIterator(RawReader reader, ChunkPipeline pipeline) {
    this.reader = reader;
    this.pipeline = pipeline;
    this.opener = pipeline.records((cursor, chunk) -> next = GenericRecord.of(cursor, chunk));
  }

  @Override
  public boolean hasNext() {
    try {
      while (next == null && (current != null || !chunks.isEmpty() || !reader.exhausted())) {
        advance();
      }
    } catch (StoppedException e) {
      throw new UncheckedIOException(e.error());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return next != null;
  }

  private void advance() throws IOException {
    if (current != null) {
      if (!current.next()) {
        pipeline.finish(current);
        current = null;
        if (chunks.isEmpty()) {
          pipeline.beforeAcknowledge();
        }
      }
    } else if (!chunks.isEmpty()) {
      current = pipeline.open(chunks.peek().chunk, chunks.peek().position, opener);
      chunks.remove();
    } else {
      pipeline.pollChunks(
          reader,
          (chunk, position) -> chunks.add(new PolledChunk(chunk.copy(), position)),
          POLL_TIMEOUT);
    }
  }

  @Override
  public GenericRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    GenericRecord record = next;
    next = null;
    return record;
  }
}
