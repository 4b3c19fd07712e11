package dev.sluice.collectors.ring;

import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The symbols of one collector. A symbol lives as long as the collector or, if class loaders own
 * it, as long as one of them. Looking up a known one takes no lock and allocates nothing; any
 * thread.
 */
public final class Symbols {
  /** Maximum size of all texts, in bytes of WTF-8; the strings themselves take the same again. */
  static final int MAX_BYTES = 8 << 20;

  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<ClassLoader> unloaded = new ReferenceQueue<>();
  private final List<Owner> owners = new ArrayList<>();
  private final ArrayDeque<Integer> freeIds = new ArrayDeque<>();
  private final ArrayDeque<Release> releases = new ArrayDeque<>();
  private final AtomicLong inlined = new AtomicLong();
  private final int maxSymbols;
  private volatile byte[][] texts = new byte[64][];
  private int lastId;
  private int bytes;

  /** A symbol and its owners. Changed under the lock only. */
  private static final class Entry {
    final Symbol symbol;
    volatile boolean permanent;
    volatile Owner[] owners = {};

    Entry(Symbol symbol) {
      this.symbol = symbol;
    }

    boolean isKeptBy(ClassLoader loader) {
      boolean kept = permanent;
      for (Owner owner : owners) {
        kept |= owner.refersTo(loader);
      }
      return kept;
    }

    boolean remove(Owner owner) {
      owners = Arrays.stream(owners).filter(o -> o != owner).toArray(Owner[]::new);
      return !permanent && owners.length == 0;
    }
  }

  /** A class loader that keeps symbols. */
  private static final class Owner extends WeakReference<ClassLoader> {
    final List<Entry> kept = new ArrayList<>();

    Owner(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
      super(loader, queue);
    }
  }

  /** Ids of forgotten symbols, and the ends of the rows that may contain them. */
  private record Release(List<Integer> ids, long[] mark) {}

  /** Creates a table of at most {@code maxSymbols} symbols and {@link #MAX_BYTES} at a time. */
  public Symbols(int maxSymbols) {
    this.maxSymbols = maxSymbols;
  }

  /**
   * Returns the symbol for a text, kept by a class loader, or by the collector if the loader is
   * null.
   */
  public Symbol symbol(String text, ClassLoader loader) {
    Entry entry = entries.get(text);
    return entry != null && (loader == null ? entry.permanent : entry.isKeptBy(loader))
        ? entry.symbol
        : register(text, loader);
  }

  private synchronized Symbol register(String text, ClassLoader loader) {
    Entry entry = entries.get(text);
    if (entry == null) {
      entry = create(text);
      if (entry.symbol.id() == Symbol.INLINE) {
        inlined.incrementAndGet();
        return entry.symbol;
      }
      entries.put(text, entry);
    }
    if (loader == null) {
      entry.permanent = true;
    } else if (!entry.isKeptBy(loader)) {
      Owner owner = owner(loader);
      owner.kept.add(entry);
      Owner[] all = Arrays.copyOf(entry.owners, entry.owners.length + 1);
      all[all.length - 1] = owner;
      entry.owners = all;
    }
    return entry.symbol;
  }

  private Owner owner(ClassLoader loader) {
    for (Owner owner : owners) {
      if (owner.refersTo(loader)) {
        return owner;
      }
    }
    Owner owner = new Owner(loader, unloaded);
    owners.add(owner);
    return owner;
  }

  private Entry create(String text) {
    byte[] encoded = Rows.wtf8(text);
    boolean isTooLong =
        encoded.length > RowLayout.MAX_INLINE_BYTES || encoded.length > MAX_BYTES - bytes;
    int id = isTooLong ? Symbol.INLINE : nextId();
    if (id != Symbol.INLINE) {
      put(id, encoded);
      bytes += encoded.length;
    }
    return new Entry(new Symbol(text, id));
  }

  private int nextId() {
    if (!freeIds.isEmpty()) {
      return freeIds.poll();
    }
    return lastId < maxSymbols ? ++lastId : Symbol.INLINE;
  }

  private void put(int id, byte[] text) {
    byte[][] current = id < texts.length ? texts : Arrays.copyOf(texts, 2 * texts.length);
    current[id] = text;
    // The pump reads the text after it has read a row that was published later than this.
    texts = current;
  }

  /** Returns the text of a symbol that is in a row, as WTF-8. */
  byte[] text(int id) {
    return texts[id];
  }

  /**
   * Forgets the symbols of unloaded class loaders. Nobody emits them any more, but rows that wait
   * may hold them: the ids are used again only after those rows are sealed. Pump only.
   *
   * @param batchIsEmpty whether no row is between ring and chunk
   */
  public void release(Ring ring, boolean batchIsEmpty) {
    for (Object owner = unloaded.poll(); owner != null; owner = unloaded.poll()) {
      releases.add(new Release(forget((Owner) owner), ring.ends()));
    }
    while (batchIsEmpty && !releases.isEmpty() && ring.isDrainedTo(releases.peek().mark())) {
      recycle(releases.poll().ids());
    }
  }

  private synchronized List<Integer> forget(Owner owner) {
    owners.remove(owner);
    List<Integer> ids = new ArrayList<>();
    for (Entry entry : owner.kept) {
      if (entry.remove(owner)) {
        entries.remove(entry.symbol.value(), entry);
        ids.add(entry.symbol.id());
      }
    }
    return ids;
  }

  private synchronized void recycle(List<Integer> ids) {
    for (int id : ids) {
      bytes -= texts[id].length;
      texts[id] = null;
      freeIds.add(id);
    }
  }

  /** Returns how many symbols were requested that did not fit and are stored inline. */
  public long inlined() {
    return inlined.get();
  }

  /** Returns the number of symbols held now. */
  int size() {
    return entries.size();
  }
}
