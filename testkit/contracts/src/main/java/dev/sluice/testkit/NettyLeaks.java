package dev.sluice.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class in which a buffer of Netty was collected without having been released. Netty
 * must be on the class path. Where other classes of the same JVM may use Netty first, name {@link
 * Detector} as {@code -Dio.netty.customResourceLeakDetector}: Netty asks for one once.
 */
public final class NettyLeaks implements AfterAllCallback {
  private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

  static {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
  }

  /** Called by JUnit. */
  public NettyLeaks() {}

  @Override
  public void afterAll(ExtensionContext context) {
    Assertions.assertThat(leaks("canary of " + context.getDisplayName())).isEmpty();
  }

  /**
   * Returns the leaks so far, without one buffer that is leaked on purpose to prove that leaks are
   * found.
   */
  public static List<String> leaks(String canary) {
    leak(canary);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              // A detector looks for what was collected whenever it is to watch something new.
              ByteBufAllocator.DEFAULT.buffer(16).release();
              return FOUND.stream().anyMatch(leak -> leak.contains(canary));
            });
    FOUND.removeIf(leak -> leak.contains(canary));
    List<String> others = List.copyOf(FOUND);
    FOUND.clear();
    return others;
  }

  /** Leaks a buffer on purpose. */
  public static void leak(String hint) {
    ByteBuf lost = ByteBufAllocator.DEFAULT.buffer(16);
    lost.touch(hint);
  }

  private static final class Factory extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // abstract, so it has to be there
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Detector<>(resource, samplingInterval);
    }
  }

  /** Detector that records the leaks that Netty reports; created by Netty. */
  @SuppressWarnings("exports") // Netty is there for those who test with it, for nobody else
  public static final class Detector<T> extends ResourceLeakDetector<T> {
    /** Called by Netty. */
    public Detector(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    /** Called by Netty, which logs an error if a detector has no such constructor. */
    public Detector(Class<T> resource, int samplingInterval, long maxActive) {
      this(resource, samplingInterval);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      FOUND.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      FOUND.add(resourceType);
    }
  }
}
