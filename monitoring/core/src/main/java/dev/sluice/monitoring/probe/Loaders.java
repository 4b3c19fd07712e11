package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Class loaders whose unloading ends operations. A loader is gone when no code can run its classes
 * any more, finalizers included: hence phantom references. Not for several threads at a time.
 */
final class Loaders {
  private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
  private final Map<ClassLoader, Loader> byLoader = new WeakHashMap<>();

  /** References to all loaders; they are kept because a collected reference is never enqueued. */
  private final Set<Loader> all = new HashSet<>();

  /** The operations and symbols of a class loader, which this does not keep alive. */
  static final class Loader extends PhantomReference<ClassLoader> {
    final List<Operation> operations = new ArrayList<>();

    /** Symbols of the loader's classes, which refer to them weakly. */
    final List<Symbol> symbols = new ArrayList<>();

    private Loader(ClassLoader loader, ReferenceQueue<ClassLoader> gone) {
      super(loader, gone);
    }
  }

  /** Returns the entry of a loader; null stands for the bootstrap loader. */
  Loader of(ClassLoader loader) {
    return byLoader.computeIfAbsent(loader, this::add);
  }

  private Loader add(ClassLoader loader) {
    Loader added = new Loader(loader, gone);
    all.add(added);
    return added;
  }

  /** Returns the entry of a loader that is gone, each entry once; null if there is none. */
  Loader poll() {
    Loader found = (Loader) gone.poll();
    all.remove(found);
    return found;
  }
}
