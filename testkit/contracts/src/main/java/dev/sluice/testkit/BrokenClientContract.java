package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.RawWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Contract for a raw writer whose client breaks: each chunk that it took is completed once, and no
 * other write or close is needed for it. A client is a producer, a socket or a disk. A subclass
 * opens a writer over a client that asks at each of its steps whether it breaks there; the client
 * breaks at each step of a life, one life after the other.
 */
public abstract class BrokenClientContract {
  private static final int CHUNKS = 3;
  private static final int MAX_LIVES = 1_000;

  private final AtomicInteger steps = new AtomicInteger();
  private volatile int breaking;

  /** Called by subclasses. */
  protected BrokenClientContract() {}

  /**
   * Opens a raw writer over a client that calls {@link #breaks} at each of its steps.
   *
   * @param way in which the client breaks, from 0 on
   */
  protected abstract RawWriter open(int way) throws Exception;

  /** Number of ways in which the client breaks. */
  protected abstract int ways();

  /** Returns whether the client breaks at this step. Any thread. */
  protected final boolean breaks() {
    return steps.incrementAndGet() == breaking;
  }

  /**
   * Each chunk that was taken is completed without another write, because a collector whose memory
   * is all in use makes none.
   */
  @Test
  public void each_chunk_that_was_taken_is_completed_once_wherever_the_client_breaks()
      throws Exception {
    for (int way = 0; way < ways(); way++) {
      breaking = 0;
      do {
        breaking++;
        live(way);
      } while (steps.get() >= breaking && breaking < MAX_LIVES);
      assertThat(breaking).as("steps of a client that breaks in way %d", way).isGreaterThan(CHUNKS);
    }
  }

  private void live(int way) throws Exception {
    steps.set(0);
    ChunkFactory factory = new ChunkFactory(7, null);
    CompletionLog completions = new CompletionLog();
    RawWriter writer = open(way);
    try {
      for (int i = 1; i <= CHUNKS; i++) {
        RawPair.write(writer, factory.next(1, 200), completions);
        completions.await(i);
      }
      writer.close(Duration.ofSeconds(5));
      completions.await(CHUNKS);
    } catch (Throwable e) {
      writer.close(Duration.ZERO);
      throw new AssertionError("way %d, step %d: %s".formatted(way, breaking, e.getMessage()), e);
    }
  }
}
