package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.RandomBits;
import dev.sluice.support.KeyedHash;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last chunks that were seen, so that none is written twice. For one thread. */
public final class KnownChunks {
  private static final int MAX_CHUNKS = 1 << 16;

  private final KeyedHash hash = new KeyedHash(RandomBits.nextLong(), RandomBits.nextLong());

  private final Map<KeyedHash.Value, Boolean> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<KeyedHash.Value, Boolean> eldest) {
          return size() > MAX_CHUNKS;
        }
      };

  /** Whether no chunk with these bytes was seen before; it is now. */
  boolean isNew(Chunk chunk) {
    return known.put(hash.of(chunk), true) == null;
  }
}
