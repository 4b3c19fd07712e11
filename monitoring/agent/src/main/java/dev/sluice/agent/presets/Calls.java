package dev.sluice.agent.presets;

import dev.sluice.agent.bytecode.Supertypes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls methods of libraries by their names, as public types have them: the objects' own classes
 * may be none. Of several methods of a name, the one with the fewest parameters.
 */
final class Calls extends ClassValue<Map<String, Method>> {
  private static final Calls ALL = new Calls();
  private static final Method[] NONE = {};

  private Calls() {}

  @Override
  protected Map<String, Method> computeValue(Class<?> type) {
    Map<String, Method> found = new HashMap<>();
    for (Class<?> each : Supertypes.of(type)) {
      for (Method method : Modifier.isPublic(each.getModifiers()) ? each.getMethods() : NONE) {
        found.merge(
            method.getName(),
            method,
            (a, b) -> b.getParameterCount() < a.getParameterCount() ? b : a);
      }
    }
    return found;
  }

  /** Null if the class has none. */
  static Method method(Object of, String name) {
    return ALL.get(of.getClass()).get(name);
  }

  /** Calls one; fails if there is none. */
  static Object call(Object of, String name, Object... arguments)
      throws ReflectiveOperationException {
    Method method = method(of, name);
    if (method == null) {
      throw new NoSuchMethodException(name);
    }
    return method.invoke(of, arguments);
  }
}
