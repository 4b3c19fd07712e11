package dev.sluice.agent.presets;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A request that this process answers. */
interface Served {
  /** Key under which the library stores an object with the request. */
  String KEPT = "dev.sluice.request";

  /** Returns the method of HTTP, as it was received. */
  String method() throws Exception;

  /** Returns the path, as it was received. */
  String path() throws Exception;

  /** Returns the pattern that matched the path, or null. */
  String pattern() throws Exception;

  /** Returns the answer's status code; -1 if there is none. */
  int status(Throwable failure) throws Exception;

  /** Returns the object stored with the request, or null. */
  default Object kept() throws Exception {
    return null;
  }

  /** Stores an object with the request until it is answered. */
  default void keep(Object what) throws Exception {}

  /**
   * Returns whether other threads may continue the request before the method returns that began it.
   */
  default boolean isShared() {
    return true;
  }

  /** Returns whether the request is answered later, by any thread. */
  default boolean isAsync() throws Exception {
    return false;
  }

  /** Calls a listener when an asynchronous request is answered, perhaps more than once. */
  default void listen(Runnable answered) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** Returns a listener that implements an interface of a library. */
  static Object listener(Class<?> type, Consumer<String> called) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> {
          if (method.getDeclaringClass() != Object.class) {
            called.accept(method.getName());
            return null;
          }
          return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> KEPT;
          };
        });
  }
}
