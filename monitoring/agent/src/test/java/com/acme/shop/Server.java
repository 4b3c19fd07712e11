package com.acme.shop;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.records.OperationDurationWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A program that serves requests until it is told to end, and ends as a server should. */
public final class Server {
  private static final int WORKERS = 2;
  private static final int HOOKS = 20;
  private static final int LEFT = 100;

  /** The JVM's name for what follows the main thread. */
  private static final String AFTER_MAIN = "DestroyJavaVM";

  private final AtomicInteger served = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

  private Server() {}

  /** What it does when it ends is the first argument; the second may be a sink of its own. */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    if (args.length > 1) {
      server.emitTo(args[1]);
    }
    switch (args[0]) {
      case "graceful" -> server.drainAtEnd();
      case "hooks" -> server.manyHooks();
      case "hanging" -> server.waitsForInputAtEnd();
      case "returning" -> {
        CountDownLatch end = server.letsMainReturnWhileHooksStart();
        System.out.println("open");
        end.await();
        return;
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("open");
  }

  /** Records of its own beside those of an agent. */
  private void emitTo(String sink) {
    OperationDurationWriter own = OperationDurationWriter.create(Monitor.to(sink).sink());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  for (int i = 0; i < LEFT; i++) {
                    own.emit(System.nanoTime(), null, 1, false);
                    LockSupport.parkNanos(1_000_000);
                  }
                }));
  }

  private void serve() {
    LockSupport.parkNanos(200_000);
    served.incrementAndGet();
  }

  /** Workers go on until the hook has let them do what is left. */
  private void drainAtEnd() {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      Thread worker = new Thread(this::work);
      worker.start();
      workers.add(worker);
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  left.set(LEFT);
                  workers.forEach(Server::join);
                  System.out.println("served " + served);
                }));
  }

  private void work() {
    while (left.getAndDecrement() > 0) {
      serve();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each hook serves some requests, the one longer than the other. */
  private void manyHooks() {
    AtomicInteger running = new AtomicInteger(HOOKS);
    for (int i = 0; i < HOOKS; i++) {
      int requests = LEFT * i;
      Runnable hook =
          () -> {
            for (int j = 0; j < requests; j++) {
              serve();
            }
            if (running.decrementAndGet() == 0) {
              System.out.println("served " + served);
            }
          };
      Runtime.getRuntime().addShutdownHook(new Thread(hook));
    }
  }

  /**
   * The last hook to be started lets {@code main} return first, and sees the thread that follows
   * it. The JVM starts hooks in no order, so with many of them this is mostly behind any other.
   */
  private CountDownLatch letsMainReturnWhileHooksStart() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger started = new AtomicInteger();
    Thread main = Thread.currentThread();
    for (int i = 0; i < HOOKS; i++) {
      boolean serves = i == 0;
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    if (serves) {
                      serve();
                      System.out.println("served " + served);
                    }
                  }) {
                @Override
                public void start() {
                  if (started.incrementAndGet() == HOOKS) {
                    end.countDown();
                    Server.join(main);
                    while (!isThere(AFTER_MAIN)) {
                      Thread.onSpinWait();
                    }
                  }
                  super.start();
                }
              });
    }
    return end;
  }

  private static boolean isThere(String thread) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(thread));
  }

  private void waitsForInputAtEnd() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  serve();
                  try {
                    while (System.in.read() >= 0) {
                      serve();
                    }
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                  System.out.println("served " + served);
                }));
  }
}
