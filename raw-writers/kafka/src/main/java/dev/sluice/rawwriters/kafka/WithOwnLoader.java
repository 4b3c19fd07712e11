package dev.sluice.rawwriters.kafka;

import java.util.function.Supplier;

/**
 * Calls of Kafka with this library's class loader: Kafka loads its parts by name through the
 * thread's class loader, which may belong to a program that has no Kafka or another version.
 */
final class WithOwnLoader {
  private WithOwnLoader() {}

  static <T> T call(Supplier<T> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(WithOwnLoader.class.getClassLoader());
    try {
      return action.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
