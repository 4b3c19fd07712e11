package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.threads.StackRoom;
import dev.sluice.monitoring.metrics.DurationBuckets;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;

/**
 * Totals of an operation. One is enough for cells, which are merged into it rarely; if threads
 * without cells compete, there are several. Any thread.
 */
final class OperationTotals {
  private static final int MAX_STRIPES =
      Integer.highestOneBit(Math.min(8, 2 * Runtime.getRuntime().availableProcessors() - 1));
  private static final SharedTotal[] NONE = {};

  private final Aggregates aggregates;
  private final Operation operation;
  private final WeakReference<ClassLoader> loader;
  private volatile SharedTotal[] stripes = NONE;
  private volatile boolean registered;
  private long reserved;

  /** Meter for metrics, or null; set before there is a total. */
  private OperationMeters.Meter meter;

  /** Creates the totals of an operation that is unloaded with a class loader, or with none. */
  OperationTotals(Aggregates aggregates, Operation operation, ClassLoader loader) {
    this.aggregates = aggregates;
    this.operation = operation;
    this.loader = loader == null ? null : new WeakReference<>(loader);
  }

  /** Returns the total for cells. */
  SharedTotal first() {
    SharedTotal[] seen = stripes;
    return (seen.length == 0 ? grow(seen) : seen)[0];
  }

  /** Adds an execution from {@code tin} to {@code tout} by a thread without a cell. */
  void add(long tin, long tout, boolean failed) {
    StackRoom.ensure(); // once for all the locks that may be tried
    SharedTotal[] seen = stripes;
    seen = seen.length == 0 ? grow(seen) : seen;
    int own = (int) Thread.currentThread().getId();
    for (int i = 0; i < seen.length; i++) {
      if (addTo(seen[own + i & seen.length - 1], false, tin, tout, failed)) {
        return;
      }
    }
    seen = seen.length < MAX_STRIPES ? grow(seen) : seen;
    addTo(seen[own & seen.length - 1], true, tin, tout, failed);
  }

  private static boolean addTo(
      SharedTotal total, boolean wait, long tin, long tout, boolean failed) {
    if (wait) {
      total.lock.lock();
    } else if (!total.lock.tryLock()) {
      return false;
    }
    try {
      total.add(tin, tout, failed);
    } finally {
      total.lock.unlock();
    }
    return true;
  }

  // A total that the closing does not find was published after it looked: volatile writes and reads
  // of stripes and of closed have one order. So whoever adds to it finds the probes closed.
  private SharedTotal[] grow(SharedTotal[] seen) {
    StackRoom.ensure();
    aggregates.lock.lock();
    try {
      SharedTotal[] now = stripes;
      return now.length > seen.length ? now : more(now);
    } finally {
      aggregates.lock.unlock();
    }
  }

  private SharedTotal[] more(SharedTotal[] now) {
    int length = Math.max(1, 2 * now.length);
    if (now.length > 0 && !reserve((length - now.length) * (long) ThreadCell.BYTES)) {
      return now;
    }
    if (meter == null && aggregates.meters != null) {
      meter = aggregates.meters.of(operation.signature());
    }
    SharedTotal[] more = Arrays.copyOf(now, length);
    for (int i = now.length; i < length; i++) {
      more[i] = new SharedTotal(aggregates, this, histogram());
      more[i].buckets = meter == null ? null : new long[DurationBuckets.SIZE];
    }
    stripes = more;
    if (now.length == 0) {
      registered = true;
      aggregates.register(this);
    }
    return more;
  }

  /** Returns a histogram, if one is wanted and there is memory for it, or null. */
  private DurationHistogram histogram() {
    boolean wanted = operation.kinds().contains(ProbeKind.HISTOGRAM);
    return wanted && reserve(aggregates.histogramBytes()) ? aggregates.newHistogram() : null;
  }

  private boolean reserve(long bytes) {
    boolean got = aggregates.reserve(bytes);
    reserved += got ? bytes : 0;
    return got;
  }

  /** Returns all totals so far. */
  List<SharedTotal> all() {
    return List.of(stripes);
  }

  /** Emits a batch; its total's lock is held. */
  void emit(DurationStats batch, boolean withHistogram) {
    if (meter != null) {
      meter.add(batch);
    }
    if (!isEmitted()) {
      return;
    }
    // The symbol's number may become another's when its class loader is gone, which this prevents.
    ClassLoader alive = loader == null ? null : loader.get();
    Symbol signature =
        loader == null || alive != null
            ? operation.signature
            : new Symbol(operation.signature(), Symbol.INLINE);
    aggregates.emit(
        signature, batch, withHistogram && batch.histogram != null && operation.histograms);
    Reference.reachabilityFence(alive);
  }

  /** Returns whether the aggregates become records; if not, only metrics have them. */
  boolean isEmitted() {
    return operation.isAggregated;
  }

  /** Returns whether no thread can execute the operation any more. */
  boolean isUnloaded() {
    return operation.isUnloaded();
  }

  /** Returns whether executions were aggregated that may not be emitted yet. */
  boolean isRegistered() {
    return registered;
  }

  /**
   * Releases the memory budget of an unloaded operation.
   *
   * @return the bytes; 0 at the second call
   */
  long release() {
    long bytes = reserved;
    reserved = 0;
    registered = false;
    return bytes;
  }
}
