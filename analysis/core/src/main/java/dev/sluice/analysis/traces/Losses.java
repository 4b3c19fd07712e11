package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * When a producer lost records and why, from the headers of its chunks: drops are totals in each
 * header, so a rise tells between which two chunks they happened; chunks that are missing are holes
 * in the sequence. Times are those of records, in nanoseconds since the epoch. For one thread.
 *
 * <p>At most {@value #MOST} losses are kept apart; the oldest are joined to one that lasts from the
 * first to the last of them, so that none is ever forgotten.
 */
final class Losses {
  static final int MOST = 256;

  private final List<Loss> losses = new ArrayList<>();
  private final long id;
  private String name;
  private long expected = -1;
  private long lastTime = Long.MIN_VALUE;
  private boolean ended;
  private long newest = -1;
  private DropCounts dropped = DropCounts.NONE;

  /** Records lost between two times; the last time is open until the next chunk came. */
  private static final class Loss {
    private long from;
    private long to = Long.MAX_VALUE;
    private final Set<String> causes = new LinkedHashSet<>();
    private final EnumSet<Reason> reasons = EnumSet.noneOf(Reason.class);

    /** Sequences that are missing; none if {@code first > last}. */
    private long first = 0;

    private long last = -1;

    Loss(long from, Reason reason) {
      this.from = from;
      reasons.add(reason);
    }

    boolean overlaps(long begin, long end) {
      return from <= end && to >= begin;
    }

    boolean isGap() {
      return first <= last;
    }

    void state(StateCodec codec) throws IOException {
      from = codec.number(from);
      to = codec.number(to);
      first = codec.number(first);
      last = codec.number(last);
      codec.constants(Reason.class, reasons);
      codec.texts(causes);
    }
  }

  Losses(long id) {
    this.id = id;
  }

  long id() {
    return id;
  }

  /** Writes or reads all but the id. */
  void state(StateCodec codec) throws IOException {
    name = codec.text(name);
    expected = codec.number(expected);
    lastTime = codec.number(lastTime);
    ended = codec.flag(ended);
    newest = codec.number(newest);
    Map<String, Long> causes = new TreeMap<>(dropped.byLabel());
    codec.counts(causes);
    dropped = DropCounts.ofLabels(causes);
    int kept = codec.count(losses.size(), MOST + 1);
    for (int i = 0; i < kept; i++) {
      if (codec.isReading()) {
        losses.add(new Loss(0, Reason.GAP));
        losses.get(i).reasons.clear();
      }
      losses.get(i).state(codec);
    }
  }

  String name() {
    return name;
  }

  /** The largest record time of the chunks that came; {@code Long.MIN_VALUE} if none had any. */
  long streamTime() {
    return lastTime;
  }

  /** Whether the newest chunk is the producer's last. */
  boolean isEnded() {
    return ended;
  }

  /** A chunk came, which did not come before. */
  void chunk(Accounting chunk) {
    name = chunk.producerName();
    long before = lastTime;
    if (chunk.hasTime()) {
      long last = chunk.lastTime() + chunk.clockOffset();
      for (int i = losses.size() - 1; i >= 0 && losses.get(i).to == Long.MAX_VALUE; i--) {
        losses.get(i).to = Math.max(last, losses.get(i).from);
      }
      lastTime = Math.max(lastTime, last);
    }
    long sequence = chunk.sequence();
    long first = chunk.firstSequence();
    if (expected < 0 && first > 0) {
      add(new Loss(Long.MIN_VALUE, Reason.BEFORE_START), chunk);
    } else if (expected >= 0 && first > expected) {
      Loss gap = new Loss(before, Reason.GAP);
      gap.first = expected;
      gap.last = first - 1;
      add(gap, chunk);
    } else if (sequence < expected) {
      late(sequence);
    }
    expected = Math.max(expected, sequence + 1);
    if (sequence > newest) {
      newest = sequence;
      ended = chunk.end();
    }
    if (chunk.dropped().total() > dropped.total()) {
      Loss drop = new Loss(before, Reason.DROPPED);
      Map<String, Long> known = dropped.byLabel();
      chunk
          .dropped()
          .byLabel()
          .forEach(
              (cause, count) -> {
                if (count > known.getOrDefault(cause, 0L)) {
                  drop.causes.add(cause);
                }
              });
      dropped = dropped.max(chunk.dropped());
      losses.add(drop); // it may have happened until the next chunk
      join();
    }
  }

  private void add(Loss loss, Accounting chunk) {
    if (chunk.hasTime()) {
      loss.to = Math.max(loss.from, chunk.lastTime() + chunk.clockOffset());
    }
    losses.add(loss);
    join();
  }

  /** A chunk that was missing came. */
  private void late(long sequence) {
    for (int i = losses.size() - 1; i >= 0; i--) {
      Loss loss = losses.get(i);
      if (!loss.isGap() || sequence < loss.first || sequence > loss.last) {
        continue;
      }
      if (loss.first == loss.last) {
        losses.remove(i);
      } else if (sequence == loss.first) {
        loss.first++;
      } else if (sequence == loss.last) {
        loss.last--;
      } else {
        Loss later = new Loss(loss.from, Reason.GAP);
        later.to = loss.to;
        later.first = sequence + 1;
        later.last = loss.last;
        loss.last = sequence - 1;
        losses.add(i + 1, later);
        join();
      }
      return;
    }
  }

  private void join() {
    if (losses.size() <= MOST) {
      return;
    }
    Loss oldest = losses.remove(0);
    Loss next = losses.get(0);
    next.from = Math.min(oldest.from, next.from);
    next.to = Math.max(oldest.to, next.to);
    next.reasons.addAll(oldest.reasons);
    next.causes.addAll(oldest.causes);
    next.first = 0;
    next.last = -1;
  }

  /** Whether a chunk with records of that time is missing now, which may still come. */
  boolean hasOpenGap(long begin, long end) {
    for (int i = losses.size() - 1; i >= 0; i--) {
      if (losses.get(i).isGap() && losses.get(i).overlaps(begin, end)) {
        return true;
      }
    }
    return false;
  }

  /** Whether records of that time may be lost. */
  boolean any(long begin, long end) {
    for (int i = losses.size() - 1; i >= 0; i--) {
      if (losses.get(i).overlaps(begin, end)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the reasons and causes of what was lost in that time. */
  void collect(long begin, long end, Set<Reason> reasons, Set<String> causes) {
    for (Loss loss : losses) {
      if (loss.overlaps(begin, end)) {
        reasons.addAll(loss.reasons);
        causes.addAll(loss.causes);
      }
    }
  }
}
