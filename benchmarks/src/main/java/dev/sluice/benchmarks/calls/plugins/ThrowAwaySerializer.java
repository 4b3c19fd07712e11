package dev.sluice.benchmarks.calls.plugins;

import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;

/**
 * Encodes nothing: bodies are empty, and only the header says how many records were drained.
 * Thread-safe.
 */
public final class ThrowAwaySerializer implements Serializer {
  /** The id in chunk headers. */
  public static final int ID = 255;

  /** For {@link java.util.ServiceLoader}. */
  public ThrowAwaySerializer() {}

  @Override
  public String name() {
    return "throw-away";
  }

  @Override
  public int id() {
    return ID;
  }

  @Override
  public ChunkEncoder newEncoder(Options options) {
    return (batch, out, from, to) -> 0;
  }
}
