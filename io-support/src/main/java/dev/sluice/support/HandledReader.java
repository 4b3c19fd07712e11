package dev.sluice.support;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.spi.RawReader;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * A raw reader that puts a filter before each handler.
 *
 * @param reader hands over
 * @param between what stands before the handler
 */
public record HandledReader(RawReader reader, UnaryOperator<ChunkHandler> between)
    implements RawReader {
  /**
   * Returns a reader that delivers only signed chunks and reports others as damage. Returns the
   * given reader if there are no keys.
   */
  public static RawReader verified(RawReader reader, ChunkSigner keys) {
    return keys == null
        ? reader
        : new HandledReader(reader, handler -> ChunkFilter.verified(handler, keys));
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    return reader.poll(between.apply(handler), timeout);
  }

  @Override
  public boolean exhausted() {
    return reader.exhausted();
  }

  @Override
  public boolean isEndless() {
    return reader.isEndless();
  }

  @Override
  public void wakeup() {
    reader.wakeup();
  }

  @Override
  public void close() {
    reader.close();
  }
}
