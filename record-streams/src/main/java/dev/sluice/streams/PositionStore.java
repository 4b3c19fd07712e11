package dev.sluice.streams;

import java.io.IOException;

/**
 * Store that keeps positions over a restart. They are saved after chunks were handled and before
 * they are acknowledged to the medium: after a crash in between, the medium brings chunks again
 * that the position leaves out. For one record stream.
 */
public interface PositionStore {
  /** Returns the positions that were saved last, or {@link Positions#NONE}. */
  Positions load() throws IOException;

  /** Replaces the saved positions, completely or not at all; durable on return. */
  void save(Positions positions) throws IOException;
}
