package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last chunks that were seen, so that none is written twice. For one thread. */
public final class KnownChunks {
  private static final int MOST = 1 << 16;

  private final Map<Key, Boolean> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
          return size() > MOST;
        }
      };

  private record Key(long producer, long first, long sequence, int crc) {}

  /** Whether the chunk was not seen before; it is now. */
  boolean isNew(Chunk chunk) {
    Accounting told = chunk.accounting();
    Key key = new Key(told.producerId(), told.firstSequence(), told.sequence(), chunk.crc());
    return known.put(key, true) == null;
  }
}
