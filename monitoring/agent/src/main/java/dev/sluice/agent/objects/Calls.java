package dev.sluice.agent.objects;

import dev.sluice.agent.bytecode.Supertypes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of methods of libraries by their names, as public types declare them: the objects' own
 * classes may not be public.
 */
public final class Calls extends ClassValue<Map<String, List<Method>>> {
  private static final Calls ALL = new Calls();

  private Calls() {}

  @Override
  protected Map<String, List<Method>> computeValue(Class<?> type) {
    Map<String, List<Method>> found = new HashMap<>();
    for (Class<?> each : Supertypes.of(type)) {
      if (Modifier.isPublic(each.getModifiers())
          && each.getModule().isExported(each.getPackageName())) {
        for (Method method : each.getMethods()) {
          found.computeIfAbsent(method.getName(), absent -> new ArrayList<>(1)).add(method);
        }
      }
    }
    return found;
  }

  /**
   * Returns the method with this name and number of parameters, of which there should be only one;
   * null if there is none.
   */
  public static Method method(Object of, String name, int parameters) {
    for (Method method : ALL.get(of.getClass()).getOrDefault(name, List.of())) {
      if (method.getParameterCount() == parameters) {
        return method;
      }
    }
    return null;
  }

  /** Calls a method; fails if there is none. */
  public static Object call(Object of, String name, Object... arguments)
      throws ReflectiveOperationException {
    Method method = method(of, name, arguments.length);
    if (method == null) {
      throw new NoSuchMethodException(name);
    }
    return method.invoke(of, arguments);
  }
}
