package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/** What became of chunks. Thread-safe. */
public final class CompletionLog implements Completion {
  private final Map<Chunk, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Map<Outcome, AtomicInteger> outcomes = new ConcurrentHashMap<>();
  private final List<Throwable> causes = new CopyOnWriteArrayList<>();

  /** An empty log. */
  public CompletionLog() {}

  @Override
  public void completed(Chunk chunk, Outcome outcome, Throwable cause) {
    calls.computeIfAbsent(chunk, c -> new AtomicInteger()).incrementAndGet();
    if (cause != null) {
      causes.add(cause);
    }
    outcomes.computeIfAbsent(outcome, o -> new AtomicInteger()).incrementAndGet();
  }

  /** Chunks with that outcome. */
  public int count(Outcome outcome) {
    AtomicInteger count = outcomes.get(outcome);
    return count == null ? 0 : count.get();
  }

  /** Chunks with any outcome. */
  public int count() {
    return outcomes.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  /** The causes so far. */
  public List<Throwable> causes() {
    return List.copyOf(causes);
  }

  /**
   * Waits until so many chunks are complete, 30 s at most, and checks that none was completed
   * twice.
   */
  public CompletionLog await(int chunks) {
    Awaitility.await().atMost(java.time.Duration.ofSeconds(30)).until(() -> count() >= chunks);
    Assertions.assertThat(count()).as("completions").isEqualTo(chunks);
    Assertions.assertThat(calls.values()).as("completions of a chunk").allMatch(n -> n.get() == 1);
    return this;
  }
}
