package dev.sluice.cli.explode;

import dev.sluice.rawwriters.kafka.RecordMessageWriter;
import dev.sluice.streams.Position;
import dev.sluice.streams.PositionStore;
import java.io.IOException;
import java.util.List;

/**
 * Lets a source be acknowledged only when the target has all records: a stream saves positions
 * after it handed records over and before it acknowledges them.
 *
 * @param messages where the records go
 * @param store where positions are kept, or null
 */
record DeliveredPositions(RecordMessageWriter messages, PositionStore store)
    implements PositionStore {
  @Override
  public List<Position> load() throws IOException {
    return store == null ? List.of() : store.load();
  }

  @Override
  public void save(List<Position> positions) throws IOException {
    messages.flush();
    if (store != null) {
      store.save(positions);
    }
  }
}
