package dev.sluice.agent.bytecode;

import java.util.LinkedHashSet;
import java.util.Set;

/** Supertypes of a loaded class. */
public final class Supertypes {
  private Supertypes() {}

  /** Returns the class itself, its superclasses and all their interfaces. */
  public static Set<Class<?>> of(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      all.add(each);
      for (Class<?> one : each.getInterfaces()) {
        all.addAll(of(one));
      }
    }
    return all;
  }

  /** Returns the first supertype with one of these names, or null. */
  public static Class<?> find(Class<?> type, Set<String> names) {
    for (Class<?> each : of(type)) {
      if (names.contains(each.getName())) {
        return each;
      }
    }
    return null;
  }
}
