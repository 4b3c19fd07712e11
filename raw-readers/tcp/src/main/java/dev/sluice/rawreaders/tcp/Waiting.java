package dev.sluice.rawreaders.tcp;

/**
 * Time for which a connection has kept the reader waiting. Time in which the connection waits for
 * the reader does not count. For one thread.
 */
final class Waiting {
  /** Minimum number of bytes of a chunk that must arrive in one stall timeout. */
  private static final int MIN_PROGRESS_BYTES = 1 << 10;

  private final long stallNanos;
  private final long chunkNanos;
  private long lookedAt;
  private long waited; // for the chunk that is under way, or for the first one
  private long stalled; // since the last progress of the chunk that is under way
  private long position;

  /** Starts to measure at a time of the clock that {@link #look} uses. */
  Waiting(TcpReaderSettings settings, long now) {
    this.lookedAt = now;
    this.stallNanos = settings.stallTimeout().toNanos();
    this.chunkNanos = settings.chunkTimeout().toNanos();
  }

  /** Notes that a whole chunk came. */
  void chunkCame() {
    waited = 0;
  }

  /**
   * Counts the time since the last call; to be called now and then.
   *
   * @param now of the platform's clock
   * @param received bytes that came on the connection
   * @param begun whether a chunk is under way
   * @param held whether the connection waits for the reader
   * @param idle whether nothing is waited for
   */
  void update(long now, long received, boolean begun, boolean held, boolean idle) {
    long passed = held ? 0 : now - lookedAt;
    lookedAt = now;
    waited = idle ? 0 : waited + passed;
    stalled += passed;
    if (!begun || held || received - position >= MIN_PROGRESS_BYTES) {
      stalled = 0;
      position = received;
    }
  }

  /**
   * Returns the reason why the connection must be closed, or null.
   *
   * @param begun whether a chunk is under way
   * @param stranger whether nothing but noise came, or nothing at all
   */
  String overdue(boolean begun, boolean stranger) {
    if (stalled > stallNanos) {
      return "on which a chunk stalls ('stall.timeout')";
    }
    if (begun && waited > chunkNanos) {
      return "on which a chunk takes too long ('chunk.timeout')";
    }
    return stranger && waited > stallNanos ? "which delivers no chunk ('stall.timeout')" : null;
  }
}
