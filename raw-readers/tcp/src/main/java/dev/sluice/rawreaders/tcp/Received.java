package dev.sluice.rawreaders.tcp;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import java.util.function.Consumer;

/**
 * An item that came on a connection, with bytes of its own.
 *
 * @param connection sends the answer; the same one for all that came on a connection
 * @param position where it came
 * @param chunk the chunk, or null
 * @param damage the bytes that are no chunk, or null
 */
record Received(Consumer<byte[]> connection, SourcePosition position, Chunk chunk, Damage damage) {
  /** Approximate number of bytes of the objects around an item's bytes. */
  private static final int OVERHEAD = 256;

  /** Returns the approximate memory of the item in bytes. */
  int weight() {
    return OVERHEAD + (chunk != null ? chunk.length() : damage.bytes().length);
  }

  void hand(ChunkHandler handler) {
    if (chunk != null) {
      handler.chunk(chunk, position);
    } else {
      handler.damaged(damage);
    }
  }

  /** Returns the answer to the writer after the item was handled. */
  Answer answer() {
    if (chunk == null) {
      return Answer.of(Kind.DAMAGED);
    }
    Accounting accounting = chunk.accounting();
    return Answer.acknowledged(accounting.producerId(), accounting.sequence());
  }
}
