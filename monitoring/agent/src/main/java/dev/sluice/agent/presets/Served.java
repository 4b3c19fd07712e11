package dev.sluice.agent.presets;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A request that is answered here. */
interface Served {
  /** What the library keeps something by. */
  String KEPT = "dev.sluice.request";

  /** Returns the method of HTTP, as it was sent. */
  String method() throws Exception;

  /** Returns the path, as it was sent. */
  String path() throws Exception;

  /** Returns the pattern that the path was found by, or null. */
  String pattern() throws Exception;

  /** Returns the answer's code; -1 if there is none. */
  int status(Throwable failure) throws Exception;

  /** Returns what was kept of it, or null. */
  default Object kept() throws Exception {
    return null;
  }

  /** Keeps something until it is answered. */
  default void keep(Object what) throws Exception {}

  /** Returns whether others may go on with it before the method returns that began it. */
  default boolean isShared() {
    return true;
  }

  /** Returns whether it is answered later, by whatever thread. */
  default boolean isAsync() throws Exception {
    return false;
  }

  /** Lets somebody know when an asynchronous one is answered, perhaps more than once. */
  default void listen(Runnable answered) throws Exception {
    throw new UnsupportedOperationException();
  }

  /** Returns an object of a library's interface. */
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
