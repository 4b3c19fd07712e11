package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import dev.sluice.support.FailureLog;
import dev.sluice.support.platform.SystemPlatform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/** Log of the outcomes of chunks; it logs an outage as a collector does. Thread-safe. */
public final class CompletionLog implements Completion {
  private final Map<Chunk, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Map<Outcome, AtomicInteger> outcomes = new ConcurrentHashMap<>();
  private final List<Throwable> causes = new CopyOnWriteArrayList<>();
  private final FailureLog outage =
      new FailureLog(CompletionLog.class.getName(), "raw writer", "", SystemPlatform.get());

  /** Creates an empty log. */
  public CompletionLog() {}

  @Override
  public void completed(Chunk chunk, Outcome outcome, Throwable cause) {
    calls.computeIfAbsent(chunk, c -> new AtomicInteger()).incrementAndGet();
    if (cause != null) {
      causes.add(cause);
    }
    if (outcome == Outcome.ACKNOWLEDGED) {
      outage.succeeded("chunks are acknowledged again");
    }
    outcomes.computeIfAbsent(outcome, o -> new AtomicInteger()).incrementAndGet();
  }

  @Override
  public void delayed(Chunk chunk, String why) {
    outage.failed("", why, null);
  }

  /** Returns the number of chunks with this outcome. */
  public int count(Outcome outcome) {
    AtomicInteger count = outcomes.get(outcome);
    return count == null ? 0 : count.get();
  }

  /** Returns the number of chunks with any outcome. */
  public int count() {
    return outcomes.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  /** Returns the causes so far. */
  public List<Throwable> causes() {
    return List.copyOf(causes);
  }

  /**
   * Waits until {@code chunks} chunks are complete, at most 30 s, and checks that none was
   * completed twice.
   */
  public CompletionLog await(int chunks) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(30))
        .until(() -> count() >= chunks);
    Assertions.assertThat(count()).as("completions").isEqualTo(chunks);
    Assertions.assertThat(calls.values()).as("completions of a chunk").allMatch(n -> n.get() == 1);
    return this;
  }
}
