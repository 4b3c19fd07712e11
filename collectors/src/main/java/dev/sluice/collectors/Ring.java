package dev.sluice.collectors;

import dev.sluice.api.record.RowBatch;
import dev.sluice.collectors.threads.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The ring: one shared stripe, a bounded number of owned ones, and the table in which a thread
 * finds its own by its id. Owned stripes are made when they are first needed and change owner only
 * when the owner is dead and the stripe drained.
 */
final class Ring {
  private static final int SLOTS = 1024;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(OwnedStripe[].class);

  private final int stripeWords;
  private final CollectorThreads threads;
  final RingState state = new RingState();
  private final SharedStripe shared;
  private final OwnedStripe vacant;
  private final OwnedStripe[] slots = new OwnedStripe[SLOTS];
  private final AtomicReferenceArray<OwnedStripe> owned;
  private final AtomicInteger free;
  private int next;
  private boolean cut;

  /**
   * A ring of one shared stripe and at most {@code ownedStripes} others, each of {@code
   * stripeWords} words. The collector's own {@code threads} get no stripe of their own.
   */
  Ring(int stripeWords, int ownedStripes, CollectorThreads threads) {
    this.stripeWords = stripeWords;
    this.threads = threads;
    this.shared = new SharedStripe(stripeWords, state);
    this.vacant = new OwnedStripe(8, state);
    this.owned = new AtomicReferenceArray<>(ownedStripes);
    this.free = new AtomicInteger(ownedStripes);
    Arrays.fill(slots, vacant);
  }

  /** The stripe for the calling thread. */
  Stripe stripe() {
    final Thread thread = Thread.currentThread();
    final OwnedStripe stripe = slots[(int) thread.getId() & SLOTS - 1];
    // A plain read may be old, but only this thread ever puts itself there.
    return stripe.owner == thread ? stripe : unowned(thread, stripe);
  }

  private Stripe unowned(Thread thread, OwnedStripe found) {
    if (found != vacant || free.getPlain() <= 0) {
      return shared;
    }
    return Threads.isVirtual(thread) || threads.isOwn(thread) ? shared : adopt(thread);
  }

  private Stripe adopt(Thread thread) {
    int slot = (int) thread.getId() & SLOTS - 1;
    for (int i = 0; i < owned.length(); i++) {
      OwnedStripe stripe = at(i);
      if (stripe != null && stripe.adopt(thread)) {
        stripe.fence(shared.position());
        if (SLOT.compareAndSet(slots, slot, vacant, stripe)) {
          free.decrementAndGet();
          return stripe;
        }
        stripe.disown();
        return shared;
      }
    }
    return shared;
  }

  private OwnedStripe at(int i) {
    OwnedStripe stripe = owned.get(i);
    if (stripe == null && !state.closed) {
      try {
        owned.compareAndSet(i, null, new OwnedStripe(stripeWords, state));
      } catch (OutOfMemoryError e) {
        // emit never throws; the shared stripe is there already
      }
      stripe = owned.get(i);
    }
    return stripe;
  }

  /**
   * Moves rows to the batch, as many as it takes; every call starts with another stripe. Pump only.
   *
   * @param maxWords words the batch may have in the end
   * @return rows moved; {@link #isCut} says whether a row was too long for the batch
   */
  int drain(RowBatch batch, int maxRows, int maxWords) {
    int stripes = owned.length() + 1;
    int rows = 0;
    cut = false;
    for (int i = 0; i < stripes && rows < maxRows && !cut; i++) {
      Stripe stripe = drainable((next + i) % stripes);
      if (stripe != null) {
        rows += stripe.drain(batch, maxRows - rows, maxWords);
        cut = stripe.isCut();
      }
    }
    next = (next + 1) % stripes;
    return rows;
  }

  private Stripe drainable(int index) {
    if (index == 0) {
      return shared;
    }
    OwnedStripe stripe = owned.get(index - 1);
    // Before the fence lie older rows of the same thread, in the shared stripe. The tail is read
    // first: with a row of an owner comes its fence.
    boolean ready =
        stripe != null
            && stripe.readable() != stripe.drained()
            && shared.drained() >= stripe.fence();
    return ready ? stripe : null;
  }

  /** Whether the last drain ended because a row would have made the batch too long. Pump only. */
  boolean isCut() {
    return cut;
  }

  /** Takes stripes from dead owners. Pump only. */
  void reclaim() {
    for (int i = 0; i < owned.length(); i++) {
      OwnedStripe stripe = owned.get(i);
      if (stripe != null && stripe.isOrphaned()) {
        SLOT.compareAndSet(slots, (int) stripe.owner.getId() & SLOTS - 1, stripe, vacant);
        stripe.disown();
        free.incrementAndGet();
      }
    }
  }

  /** Whether so much waits that the pump must not sleep. */
  boolean isPressing() {
    boolean pressing = shared.isPressing();
    for (int i = 0; i < owned.length() && !pressing; i++) {
      pressing = owned.get(i) != null && owned.get(i).isPressing();
    }
    return pressing;
  }

  /** Where each stripe ends now: a mark for {@link #isDrainedTo}. Any thread. */
  long[] ends() {
    long[] ends = new long[owned.length() + 1];
    ends[owned.length()] = shared.position();
    for (int i = 0; i < owned.length(); i++) {
      ends[i] = owned.get(i) == null ? 0 : owned.get(i).readable();
    }
    return ends;
  }

  /** Whether everything before the mark is drained. Any thread. */
  boolean isDrainedTo(long[] ends) {
    boolean drained = shared.drained() >= ends[owned.length()];
    for (int i = 0; i < owned.length() && drained; i++) {
      drained = ends[i] == 0 || owned.get(i).drained() >= ends[i];
    }
    return drained;
  }

  /** Complete rows that wait. Only while the pump stands still. */
  long waitingRows() {
    long rows = shared.waitingRows();
    for (int i = 0; i < owned.length(); i++) {
      rows += owned.get(i) == null ? 0 : owned.get(i).waitingRows();
    }
    return rows;
  }

  /** Whether a row is longer than an eighth of a stripe. */
  boolean isTooLong(int count) {
    return shared.isTooLong(count);
  }

  /** Refuses every later claim; what was claimed before may still be committed. Any thread. */
  void close() {
    state.closed = true;
    shared.close();
    for (int i = 0; i < owned.length(); i++) {
      if (owned.get(i) != null) {
        owned.get(i).close();
      }
    }
  }

  /** Whether a row is claimed and not committed. Pump only. */
  boolean isClaimed() {
    boolean claimed = shared.isClaimed();
    for (int i = 0; i < owned.length() && !claimed; i++) {
      claimed = owned.get(i) != null && owned.get(i).isClaimed();
    }
    return claimed;
  }

  /** Decides which rows are the last, some time after {@link #close}. Pump only. */
  void cut() {
    shared.cut();
    for (int i = 0; i < owned.length(); i++) {
      // A stripe that is not here yet refuses its first claim, which looks at the closed state.
      if (owned.get(i) != null) {
        owned.get(i).cut();
      }
    }
  }

  /** Bytes of the stripes made so far. */
  long allocatedBytes() {
    long stripes = 1;
    for (int i = 0; i < owned.length(); i++) {
      stripes += owned.get(i) != null ? 1 : 0;
    }
    return stripes * stripeWords * Long.BYTES;
  }
}
