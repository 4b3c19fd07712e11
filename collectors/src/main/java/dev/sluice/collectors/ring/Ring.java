package dev.sluice.collectors.ring;

import dev.sluice.api.record.RowBatch;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.collectors.threads.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The ring: a few shared stripes, a bounded number of owned ones, and the table in which a thread
 * finds its stripe by its id. Owned stripes are made when they are first needed and change owner
 * only when the owner is dead and the stripe drained.
 */
public final class Ring {
  private static final int SLOTS = 1024;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(OwnedStripe[].class);

  private final int largeWords;
  private final int smallWords;
  private final int longestRow;
  public final CollectorThreads threads;
  public final RingState state = new RingState();
  private final SharedStripe[] shared;
  private final OwnedStripe vacant;
  private final OwnedStripe[] slots = new OwnedStripe[SLOTS];
  private final int largeStripes;
  private final int ownedStripes;

  /** The shared stripes and the owned ones; owned ones are only added. */
  private final AtomicReference<Stripe[]> stripes;

  private final AtomicInteger free;
  private int next;
  private boolean cut;

  /**
   * Creates a ring of one shared stripe and at most {@code ownedStripes} owned stripes, each of
   * {@code stripeWords} words. The collector's own {@code threads} get no stripe of their own.
   */
  public Ring(int stripeWords, int ownedStripes, CollectorThreads threads) {
    this(stripeWords, 1, stripeWords, ownedStripes, stripeWords, 0, threads);
  }

  /**
   * Creates a ring with several shared stripes, which adds small stripes when all others have an
   * owner.
   *
   * @param sharedWords words of one of the shared stripes, which decides about the longest row
   * @param sharedStripes 1, 2 or 4
   * @param smallWords words of a small stripe, at least two of the longest rows
   */
  public Ring(
      int sharedWords,
      int sharedStripes,
      int largeWords,
      int ownedStripes,
      int smallWords,
      int smallStripes,
      CollectorThreads threads) {
    this.largeWords = largeWords;
    this.smallWords = smallWords;
    this.longestRow = Stripe.longestRow(sharedWords);
    this.largeStripes = sharedStripes + ownedStripes;
    this.ownedStripes = ownedStripes + smallStripes;
    this.threads = threads;
    this.shared = new SharedStripe[sharedStripes];
    for (int i = 0; i < sharedStripes; i++) {
      shared[i] = new SharedStripe(sharedWords, state);
    }
    this.vacant = new OwnedStripe(8, 1, state);
    this.stripes = new AtomicReference<>(Arrays.copyOf(shared, sharedStripes, Stripe[].class));
    this.free = new AtomicInteger(this.ownedStripes);
    Arrays.fill(slots, vacant);
  }

  /** Returns the stripe for the calling thread. */
  public Stripe stripe() {
    final Thread thread = Thread.currentThread();
    final OwnedStripe stripe = slots[(int) thread.getId() & SLOTS - 1];
    // A plain read may be old, but only this thread ever puts itself there.
    return stripe.owner == thread ? stripe : unowned(thread, stripe);
  }

  private Stripe unowned(Thread thread, OwnedStripe found) {
    if (found != vacant || free.getPlain() <= 0) {
      return shared(thread);
    }
    return Threads.isVirtual(thread) || threads.isOwn() ? shared(thread) : adopt(thread);
  }

  /**
   * Returns the thread's shared stripe, always the same, so that the thread's rows keep their
   * order.
   */
  private SharedStripe shared(Thread thread) {
    return shared[(int) thread.getId() & shared.length - 1];
  }

  private Stripe adopt(Thread thread) {
    OwnedStripe stripe = unowned(thread);
    if (stripe == null) {
      return shared(thread);
    }
    stripe.fence(shared(thread));
    if (SLOT.compareAndSet(slots, (int) thread.getId() & SLOTS - 1, vacant, stripe)) {
      free.decrementAndGet();
      return stripe;
    }
    stripe.disown();
    return shared(thread);
  }

  /** Makes the thread the owner of a stripe and returns it; null if there is none. */
  private OwnedStripe unowned(Thread thread) {
    Stripe[] known = stripes.get();
    for (int i = shared.length; i < known.length; i++) {
      OwnedStripe stripe = (OwnedStripe) known[i];
      if (stripe.adopt(thread)) {
        return stripe;
      }
    }
    boolean more = known.length < shared.length + ownedStripes && !state.closed;
    return more ? add(thread, known) : null;
  }

  private OwnedStripe add(Thread thread, Stripe[] known) {
    try {
      int words = known.length < largeStripes ? largeWords : smallWords;
      OwnedStripe stripe = new OwnedStripe(words, longestRow, state);
      stripe.adopt(thread);
      Stripe[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = stripe;
      return stripes.compareAndSet(known, more) ? stripe : unowned(thread);
    } catch (OutOfMemoryError e) {
      return null; // emit never throws; the shared stripes are there already
    }
  }

  /**
   * Moves rows to the batch, as many as fit; every call starts with another stripe. Pump only.
   *
   * @param maxWords words the batch may have in the end
   * @return rows moved; {@link #isCut} says whether a row was too long for the batch
   */
  public int drain(RowBatch batch, int maxRows, int maxWords) {
    Stripe[] all = stripes.get();
    int rows = 0;
    cut = false;
    for (int i = 0; i < all.length && rows < maxRows && !cut; i++) {
      Stripe stripe = all[(next + i) % all.length];
      if (stripe.isReady()) {
        rows += stripe.drain(batch, maxRows - rows, maxWords);
        cut = stripe.isCut();
      }
    }
    next = (next + 1) % all.length;
    return rows;
  }

  /**
   * Returns whether the last drain ended because the next row would have made the batch too long.
   * Pump only.
   */
  public boolean isCut() {
    return cut;
  }

  /** Takes stripes from dead owners. Pump only. */
  public void reclaim() {
    Stripe[] all = stripes.get();
    for (int i = shared.length; i < all.length; i++) {
      OwnedStripe stripe = (OwnedStripe) all[i];
      if (stripe.isOrphaned()) {
        SLOT.compareAndSet(slots, (int) stripe.owner.getId() & SLOTS - 1, stripe, vacant);
        stripe.disown();
        free.incrementAndGet();
      }
    }
  }

  /**
   * Returns whether more than a quarter of a stripe is waiting, so that the pump must not sleep.
   */
  public boolean isPressing() {
    boolean pressing = false;
    for (Stripe stripe : stripes.get()) {
      pressing |= stripe.isPressing();
    }
    return pressing;
  }

  /** Returns the fill of the fullest stripe, 0 to 1. Any thread. */
  public double fill() {
    double most = 0;
    for (Stripe stripe : stripes.get()) {
      most = Math.max(most, stripe.fill());
    }
    return most;
  }

  /** Returns the current end of each stripe: a mark for {@link #isDrainedTo}. Any thread. */
  public long[] ends() {
    Stripe[] all = stripes.get();
    long[] ends = new long[all.length];
    for (int i = 0; i < all.length; i++) {
      ends[i] = all[i].readable();
    }
    return ends;
  }

  /** Returns whether everything before the mark is drained. Any thread. */
  public boolean isDrainedTo(long[] ends) {
    Stripe[] all = stripes.get();
    boolean drained = true;
    for (int i = 0; i < ends.length; i++) {
      drained &= all[i].drained() >= ends[i];
    }
    return drained;
  }

  /** Returns the number of complete rows that wait. Only while the pump does not run. */
  public long waitingRows() {
    long rows = 0;
    for (Stripe stripe : stripes.get()) {
      rows += stripe.waitingRows();
    }
    return rows;
  }

  /** Returns whether a row of {@code count} words is longer than any stripe takes. */
  public boolean isTooLong(int count) {
    return shared[0].isTooLong(count);
  }

  /** Refuses every later claim; what was claimed before may still be committed. Any thread. */
  public void close() {
    state.closed = true;
    for (Stripe stripe : stripes.get()) {
      stripe.close();
    }
  }

  /** Returns whether a row is claimed and not committed. Pump only. */
  public boolean isClaimed() {
    boolean claimed = false;
    for (Stripe stripe : stripes.get()) {
      claimed |= stripe.isClaimed();
    }
    return claimed;
  }

  /** Decides which rows are the last ones, some time after {@link #close}. Pump only. */
  public void cut() {
    // A stripe that is not here yet refuses its first claim, which looks at the closed state.
    for (Stripe stripe : stripes.get()) {
      stripe.cut();
    }
  }

  /** Returns the number of bytes of the stripes made so far. */
  public long allocatedBytes() {
    long words = 0;
    for (Stripe stripe : stripes.get()) {
      words += stripe.capacity();
    }
    return words * Long.BYTES;
  }
}
