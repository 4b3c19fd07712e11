package dev.sluice.distributed;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Loggers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds messages of the source that were deleted or compacted before they were read, by the offsets
 * of those that were. Kafka Streams passes over them. For one thread.
 */
final class SourceGaps {
  private static final byte[] NOTHING = {};

  private final Map<String, Long> before;
  private final Map<String, Long> handled = new HashMap<>();
  private final Log log;

  /**
   * What brokers know of the source. Outcomes of transactions have offsets, too, and are never
   * received. Any thread.
   */
  interface Log {
    /**
     * Returns why no message of that offset was received, as the end of a sentence that begins with
     * a number; null if it can only be a transaction's.
     */
    String gap(String partition, long offset) throws IOException;

    /** Returns where a partition began when this instance started; the given offset if unknown. */
    default long start(String partition, long offset) {
      return offset;
    }
  }

  /** Begins behind the last offsets that were handled, by partition. */
  SourceGaps(Map<String, Long> before, Log log) {
    this.before = before;
    this.log = log;
  }

  /**
   * Notes that messages were read which follow one another.
   *
   * @param first the first one's position
   * @return what is missing before it, or null
   */
  Damage read(SourcePosition first, long count) {
    String partition = first.partition();
    long offset = first.offset();
    Long last = handled.getOrDefault(partition, before.get(partition));
    handled.put(partition, offset + count - 1);
    long expected = last == null ? Math.min(offset, log.start(partition, offset)) : last + 1;
    String gap;
    try {
      gap = offset > expected ? log.gap(partition, expected) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (offset >= expected && gap == null) {
      return null;
    }
    String reason =
        offset > expected
            ? offset - expected + gap
            : "offset " + offset + " follows " + (expected - 1) + ": the topic was created again";
    Loggers.get(SourceGaps.class.getName()).log(Level.WARNING, partition + ": " + reason);
    return new Damage(first, Damage.UNKNOWN_LENGTH, reason, NOTHING);
  }

  /** Returns the last offset of each partition that was read here. */
  Map<String, Long> handled() {
    return handled;
  }
}
