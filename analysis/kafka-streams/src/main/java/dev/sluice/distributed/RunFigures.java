package dev.sluice.distributed;

import dev.sluice.streams.Audit;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the tasks of one instance did so far. Any thread. */
final class RunFigures {
  private final LongAdder chunksSplit = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder records = new LongAdder();
  private final LongAdder stateBytes = new LongAdder();
  private final Map<Integer, Audit> audits = new ConcurrentHashMap<>();
  private final Set<Integer> unsent = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  void split() {
    chunksSplit.increment();
  }

  void sent(int bytes) {
    bytesSent.add(bytes);
  }

  void analysed(int count) {
    records.add(count);
  }

  void saved(int partition, long bytes, Audit audit) {
    stateBytes.add(bytes);
    audits.put(partition, audit);
  }

  /** The partition moved away. */
  void closed(int partition) {
    audits.remove(partition);
    unsent.remove(partition);
  }

  /** Whether a partition has a result that was not sent to the topic of results. */
  void unsent(int partition, boolean value) {
    if (value) {
      unsent.add(partition);
    } else {
      unsent.remove(partition);
    }
  }

  boolean hasUnsent() {
    return !unsent.isEmpty();
  }

  /** From now on results are sent at once: the instance is about to close. */
  void closing() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  DistributedAnalysis.Figures snapshot() {
    return new DistributedAnalysis.Figures(
        chunksSplit.sum(), bytesSent.sum(), records.sum(), stateBytes.sum(), Map.copyOf(audits));
  }
}
