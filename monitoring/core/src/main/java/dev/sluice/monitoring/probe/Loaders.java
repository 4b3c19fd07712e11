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
 * The class loaders that operations go with. A loader is gone when nothing can run its classes any
 * more, finalizers included: hence phantom references. Not for several threads at a time.
 */
final class Loaders {
  private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
  private final Map<ClassLoader, Loader> byLoader = new WeakHashMap<>();

  /** Nobody else may hold them, and a reference that is garbage itself is never told. */
  private final Set<Loader> all = new HashSet<>();

  /** What goes with a class loader; it does not keep it. */
  static final class Loader extends PhantomReference<ClassLoader> {
    final List<Operation> operations = new ArrayList<>();

    /** Those of classes, which hold them weakly. */
    final List<Symbol> symbols = new ArrayList<>();

    private Loader(ClassLoader loader, ReferenceQueue<ClassLoader> gone) {
      super(loader, gone);
    }
  }

  /** What goes with that loader, null for the bootstrap loader. */
  Loader of(ClassLoader loader) {
    return byLoader.computeIfAbsent(loader, this::add);
  }

  private Loader add(ClassLoader loader) {
    Loader added = new Loader(loader, gone);
    all.add(added);
    return added;
  }

  /** One that is gone, once each; null if there is none. */
  Loader poll() {
    Loader found = (Loader) gone.poll();
    all.remove(found);
    return found;
  }
}
