package dev.sluice.streams;

import java.io.IOException;
import java.util.List;

/**
 * Keeps positions over a restart. They are saved after chunks were handled and before they are
 * acknowledged to the medium: after a crash in between, the medium brings chunks again that the
 * position leaves out. For one record stream.
 */
public interface PositionStore {
  /** What was saved last, or nothing. */
  List<Position> load() throws IOException;

  /** Replaces what was saved, all of it or nothing; durable on return. */
  void save(List<Position> positions) throws IOException;
}
