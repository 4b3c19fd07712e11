package dev.sluice.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Predicate;

/**
 * Retransformation of loaded classes with the registered transformers. A class that cannot be
 * retransformed stays unchanged and is counted.
 */
record LoadedClasses(
    Instrumentation instrumentation, Predicate<Class<?>> chosen, InstrumentationCounts tally) {
  /** Maximum number of classes in a call: the JVM checks all of its classes once for each call. */
  private static final int MAX_CLASSES_PER_CALL = 512;

  /** Retransforms all chosen classes, including those that are loaded meanwhile. */
  void retransform() {
    Set<Class<?>> seen = Collections.newSetFromMap(new WeakHashMap<>());
    List<Class<?>> found;
    do {
      // A second look finds classes whose loading had begun before the transformers changed.
      found = new ArrayList<>();
      for (Class<?> type : instrumentation.getAllLoadedClasses()) {
        if (isChosen(type) && !seen.contains(type)) {
          found.add(type);
        }
      }
      seen.addAll(found);
      for (int from = 0; from < found.size(); from += MAX_CLASSES_PER_CALL) {
        retransform(
            found
                .subList(from, Math.min(from + MAX_CLASSES_PER_CALL, found.size()))
                .toArray(Class<?>[]::new));
      }
    } while (!found.isEmpty());
  }

  private boolean isChosen(Class<?> type) {
    return !type.isArray()
        && !type.isPrimitive()
        && !type.isHidden()
        && chosen.test(type)
        && instrumentation.isModifiableClass(type);
  }

  /** Retransforms classes; one refused class makes the whole call fail, so halves are tried. */
  private void retransform(Class<?>[] types) {
    try {
      instrumentation.retransformClasses(types);
    } catch (Throwable e) {
      if (types.length == 1) {
        tally.failed(types[0], e);
      } else {
        int half = types.length / 2;
        retransform(Arrays.copyOfRange(types, 0, half));
        retransform(Arrays.copyOfRange(types, half, types.length));
      }
    }
  }
}
