package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.Accounting;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * When producers lost records, from the headers of their chunks in any order. At most {@value
 * #MOST_PRODUCERS} producers are kept, and of each as many losses as of {@link Trace#lostFrom}. For
 * one thread.
 */
public final class LossTimes {
  /** Most producers that are kept. */
  public static final int MOST_PRODUCERS = 1024;

  private static final int MOST_WAITING = 1 << 16;

  private final TreeMap<Long, Losses> byProducer = new TreeMap<>(Long::compareUnsigned);
  private int waiting;
  private boolean all = true;

  /**
   * Records that were lost between two times of the chunks around them, in nanoseconds since the
   * epoch. One that was emitted behind records of later times may itself have an earlier time.
   *
   * @param producer its id
   * @param from {@link Long#MIN_VALUE} if no chunk came before
   * @param until {@link Long#MAX_VALUE} if no chunk came after
   * @param reasons one or more of the first three
   * @param dropCauses why the producer dropped records, if it did
   */
  public record Lost(
      long producer, long from, long until, Set<Reason> reasons, Set<String> dropCauses) {}

  /** Of no chunk as yet. */
  public LossTimes() {}

  /** A chunk came, which did not come before. */
  public void add(Accounting chunk) {
    Losses losses = byProducer.get(chunk.producerId());
    if (losses == null) {
      if (byProducer.size() == MOST_PRODUCERS) {
        all = false;
        return;
      }
      losses = new Losses(chunk.producerId(), id -> {});
      byProducer.put(chunk.producerId(), losses);
    }
    waiting -= losses.waiting();
    losses.chunk(chunk);
    follow(losses, false);
    waiting += losses.waiting();
    if (waiting > MOST_WAITING) {
      giveUp();
    }
  }

  /** Writes or reads what the chunks told. */
  public void state(StateCodec codec) throws IOException {
    codec.name("losstimes 1");
    for (long kept : codec.each(byProducer.keySet(), MOST_PRODUCERS, 0L)) {
      long id = codec.number(kept);
      byProducer.computeIfAbsent(id, absent -> new Losses(id, told -> {})).state(codec);
    }
    waiting = codec.number(waiting);
    all = codec.flag(all);
  }

  private static void follow(Losses losses, boolean given) {
    while (losses.next(given) != null) {
      // the next one may wait for it
    }
  }

  /** Whatever is missing is taken for lost. */
  private void giveUp() {
    byProducer.values().forEach(losses -> follow(losses, true));
    waiting = 0;
  }

  /**
   * What was lost, by producers and from the oldest on; what no chunk came behind is not known.
   *
   * @return null if there were more producers than are kept
   */
  public List<Lost> finish() {
    giveUp();
    return all ? byProducer.values().stream().flatMap(Losses::all).toList() : null;
  }
}
