package dev.sluice.api.spi;

import dev.sluice.api.chunk.Damage;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/**
 * Place to which a consumer sends chunks that it cannot read, so that somebody can examine them
 * later. For one thread at a time; callers on several threads must make each call happen before the
 * next.
 *
 * <p>Once one could not be sent, each later {@link #put} and {@link #flush} throws too: a chunk
 * that comes again because of that is not put again by the same stream, and must not be
 * acknowledged.
 */
public interface DeadLetters extends Flushable, Closeable {
  /**
   * Sends damaged bytes; they have arrived when {@link #flush} returns. The bytes belong to the
   * callee from now on and are not changed any more.
   *
   * @throws IOException if it or one before it cannot be sent
   */
  void put(Damage damage) throws IOException;
}
