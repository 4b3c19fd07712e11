package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.util.ArrayList;
import java.util.List;

/** Counts chunks and keeps why there is damage. */
final class Damages implements ChunkHandler {
  final List<String> reasons = new ArrayList<>();
  int chunks;

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    chunks++;
  }

  @Override
  public void damaged(Damage damage) {
    reasons.add(damage.reason());
  }
}
