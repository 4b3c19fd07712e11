package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.util.ArrayList;
import java.util.List;

/** Log of copies of what a raw reader delivers. For one thread. */
public final class ChunkLog implements ChunkHandler {
  private final List<Chunk> chunks = new ArrayList<>();
  private final List<SourcePosition> positions = new ArrayList<>();
  private final List<Damage> damages = new ArrayList<>();
  private int acknowledged;

  /** Creates an empty log. */
  public ChunkLog() {}

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    chunks.add(RecordingRawWriter.copy(chunk));
    positions.add(position);
  }

  @Override
  public void damaged(Damage damage) {
    damages.add(damage);
  }

  @Override
  public void beforeAcknowledge() {
    acknowledged = chunks.size();
  }

  /** Returns the chunks, in the order of the medium. */
  public List<Chunk> chunks() {
    return chunks;
  }

  /** Returns the positions of the chunks. */
  public List<SourcePosition> positions() {
    return positions;
  }

  /** Returns the damages. */
  public List<Damage> damages() {
    return damages;
  }

  /** Returns the number of chunks that the reader was about to acknowledge. */
  public int acknowledged() {
    return acknowledged;
  }

  /** Returns the sequence numbers of one producer, in the order they came. */
  public List<Long> sequences(long producerId) {
    return chunks.stream()
        .map(Chunk::accounting)
        .filter(a -> a.producerId() == producerId)
        .map(a -> a.sequence())
        .toList();
  }
}
