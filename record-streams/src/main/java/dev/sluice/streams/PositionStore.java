package dev.sluice.streams;

import java.io.IOException;

/**
 * Keeps positions over a restart. They are saved after chunks were handled and before they are
 * acknowledged to the medium: after a crash in between, the medium brings chunks again that the
 * position leaves out. For one record stream.
 */
public interface PositionStore {
  /** Returns what was saved last, or {@link Positions#NONE}. */
  Positions load() throws IOException;

  /** Replaces what was saved, all of it or nothing; durable on return. */
  void save(Positions positions) throws IOException;
}
