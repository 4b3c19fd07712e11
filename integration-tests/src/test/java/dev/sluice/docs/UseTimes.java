package dev.sluice.docs;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestWatcher;

/** Prints a line for each use that was tried: what became of it and how long it took. */
final class UseTimes implements BeforeEachCallback, TestWatcher {
  private static final Namespace STORE = Namespace.create(UseTimes.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(STORE).put("begin", System.nanoTime());
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    print("ok", context);
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    print("FAILED", context);
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    print("not tried", context);
  }

  private static void print(String outcome, ExtensionContext context) {
    Long begin = context.getStore(STORE).get("begin", Long.class);
    long seconds = begin == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    String use = context.getRequiredTestMethod().getName().replace('_', ' ');
    System.out.printf("use: %-9s %4d s  %s%n", outcome, seconds, use);
  }
}
