package dev.sluice.support.platform;

import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import dev.sluice.api.spi.RandomBits;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The platform of this machine: its clocks, its files, a thread for each worker. Any thread. */
public final class SystemPlatform implements Platform {
  private static final SystemPlatform PLAIN = new SystemPlatform(Thread::new);

  private final ThreadFactory factory;

  private SystemPlatform(ThreadFactory factory) {
    this.factory = Objects.requireNonNull(factory, "factory");
  }

  /** Returns the platform with plain platform threads. */
  public static SystemPlatform get() {
    return PLAIN;
  }

  /** Returns the platform with threads of a factory; they are named and made daemons. */
  public static SystemPlatform with(ThreadFactory factory) {
    return new SystemPlatform(factory);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  @Override
  public long randomLong() {
    return RandomBits.nextLong();
  }

  @Override
  public Worker start(String name, Task task) {
    SystemWorker worker = new SystemWorker(task);
    Thread thread = factory.newThread(worker);
    if (thread == null) {
      throw new IllegalStateException("the thread factory gave no thread for " + name);
    }
    thread.setName(name);
    thread.setDaemon(true);
    worker.begin(thread);
    return worker;
  }

  @Override
  public void pause(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  @Override
  public Object caller() {
    return Thread.currentThread();
  }

  @Override
  public Disk disk() {
    return SystemDisk.INSTANCE;
  }
}
