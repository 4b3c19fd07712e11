package dev.sluice.benchmarks.ladder.path;

import dev.sluice.benchmarks.calls.app.Application;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The method of {@link dev.sluice.benchmarks.calls.app.MonitoredClass} with a probe of the path
 * that the system properties ask for, written as an instrumenter of source would.
 */
public final class LadderMethod implements Application {
  /** The system property that names the file. */
  public static final String FILE = "sluice.ladder.file";

  private static final Probe PROBE = start();

  /** For the worker. */
  public LadderMethod() {}

  /** A path that is closed with the JVM; without its writer the callers would wait for ever. */
  private static Probe start() {
    try {
      MonitoredPath path =
          new MonitoredPath(
              Switches.ofThisJvm(), Path.of(System.getProperty(FILE)), LadderMethod::halt);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(path), "path-closer"));
      return path.probe();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(MonitoredPath path) {
    try {
      path.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void halt(Throwable failure) {
    failure.printStackTrace();
    Runtime.getRuntime().halt(1);
  }

  @Override
  public long monitoredMethod(long busyNanos, int depth) {
    boolean active = PROBE.isActive();
    int order = active ? PROBE.enter() : 0;
    long tin = active ? PROBE.time() : 0;
    try {
      if (depth > 1) {
        return monitoredMethod(busyNanos, depth - 1);
      }
      long exitTime = System.nanoTime() + busyNanos;
      long currentTime;
      do {
        currentTime = System.nanoTime();
      } while (currentTime < exitTime);
      return currentTime;
    } finally {
      if (active) {
        PROBE.exit(order, tin);
      }
    }
  }
}
