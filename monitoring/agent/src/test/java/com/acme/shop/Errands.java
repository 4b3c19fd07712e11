package com.acme.shop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A monitored program that has work done by other threads. Whatever begins with a small letter
 * beside {@code main} and {@code perform} is meant to be monitored.
 */
@SuppressWarnings("try") // pools are there to be closed
public final class Errands {
  private Errands() {}

  /** Arguments: what to do, each in a trace of its own. */
  public static void main(String[] args) throws Exception {
    for (String what : args) {
      perform(what);
      System.out.println(what);
    }
  }

  private static void perform(String what) throws Exception {
    switch (what) {
      case "pool" -> {
        try (Pool pool = new Pool(Executors.newFixedThreadPool(1))) {
          pool(pool.executor);
          pool.executor.submit(Errands::c).get();
        }
      }
      case "scheduled" -> scheduled();
      case "forkJoin" -> forkJoin();
      case "parallel" -> parallel();
      case "stages" -> stages();
      case "thread" -> thread().join();
      case "virtual" -> virtual();
      case "structured" -> structured();
      case "callerRuns" -> callerRuns();
      case "throwing" -> {
        try (Pool pool = new Pool(Executors.newFixedThreadPool(1))) {
          throwing(pool.executor);
          pool.executor.submit(Errands::b).get();
        }
      }
      case "identity" -> identity();
      case "nested" -> nested();
      case "same" -> {
        try (Pool pool = new Pool(Executors.newFixedThreadPool(1))) {
          CountDownLatch latch = new CountDownLatch(1);
          pool.executor.execute(() -> await(latch));
          same(pool.executor);
          again(pool.executor);
          latch.countDown();
        }
      }
      default -> throw new IllegalArgumentException(what);
    }
  }

  private record Pool(ExecutorService executor) implements AutoCloseable {
    @Override
    public void close() {
      executor.shutdown();
      try {
        if (!executor.awaitTermination(20, TimeUnit.SECONDS)) {
          throw new IllegalStateException("tasks do not end");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static int a() {
    return 1;
  }

  static int b() {
    return 2;
  }

  static int c() {
    return 3;
  }

  private static void pool(ExecutorService executor) throws Exception {
    executor.submit(Errands::a).get();
    CountDownLatch latch = new CountDownLatch(1);
    executor.execute(
        () -> {
          b();
          latch.countDown();
        });
    latch.await();
    List<Callable<Integer>> all = List.of(Errands::a, Errands::b);
    for (Future<Integer> future : executor.invokeAll(all)) {
      future.get();
    }
  }

  private static void scheduled() throws Exception {
    ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
    try (Pool pool = new Pool(executor)) {
      executor.schedule(Errands::a, 1, TimeUnit.MILLISECONDS).get();
      CountDownLatch three = new CountDownLatch(3);
      Future<?> periodic =
          executor.scheduleAtFixedRate(
              () -> {
                if (three.getCount() > 0) {
                  b();
                }
                three.countDown();
              },
              0,
              1,
              TimeUnit.MILLISECONDS);
      three.await();
      periodic.cancel(false);
    }
  }

  private static void forkJoin() throws Exception {
    try (Pool pool = new Pool(new ForkJoinPool(2))) {
      pool.executor.submit(Errands::a).get();
      ForkJoinPool forkJoin = (ForkJoinPool) pool.executor;
      forkJoin.invoke(new Sum(4));
    }
  }

  /** Calls {@code b} in its leaves. */
  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1L;

    private final int size;

    Sum(int size) {
      this.size = size;
    }

    @Override
    protected Integer compute() {
      if (size == 1) {
        return b();
      }
      Sum left = new Sum(size / 2);
      left.fork();
      return new Sum(size - size / 2).invoke() + left.join();
    }
  }

  private static int parallel() {
    return IntStream.range(0, 1000).parallel().map(i -> a()).sum();
  }

  private static int stages() {
    return CompletableFuture.supplyAsync(Errands::a)
        .thenApplyAsync(i -> i + b())
        .thenCombineAsync(CompletableFuture.runAsync(Errands::a), (i, nothing) -> i + c())
        .thenApply(i -> i + 1)
        .join();
  }

  private static Thread thread() {
    Thread thread =
        new Thread(
            () -> {
              a();
              b();
            });
    thread.start();
    return thread;
  }

  /** By reflection: not every JDK that compiles this has them. */
  private static void virtual() throws Exception {
    ExecutorService executor =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try (Pool pool = new Pool(executor)) {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        futures.add(
            executor.submit(
                () -> {
                  a();
                  Thread.yield();
                  b();
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    }
    Thread started =
        (Thread)
            Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) Errands::c);
    started.join();
  }

  /** By reflection: an interface of JDK 25 that is a preview. */
  private static void structured() throws Exception {
    Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
    try (AutoCloseable scope = (AutoCloseable) type.getMethod("open").invoke(null)) {
      Method fork = type.getMethod("fork", Runnable.class);
      fork.invoke(
          scope,
          (Runnable)
              () -> {
                a();
                forkInside(type);
              });
      fork.invoke(scope, (Runnable) Errands::b);
      type.getMethod("join").invoke(scope);
    }
  }

  /** Not recorded: what is forked by what was forked. */
  private static void forkInside(Class<?> type) {
    try (AutoCloseable scope = (AutoCloseable) type.getMethod("open").invoke(null)) {
      type.getMethod("fork", Runnable.class).invoke(scope, (Runnable) Errands::c);
      type.getMethod("join").invoke(scope);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void callerRuns() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            new ThreadPoolExecutor.CallerRunsPolicy());
    try (Pool pool = new Pool(executor)) {
      executor.execute(() -> await(latch));
      executor.execute(Errands::a);
      executor.execute(Errands::b);
      latch.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void throwing(ExecutorService executor) throws Exception {
    try {
      executor
          .submit(
              () -> {
                a();
                throw new IllegalStateException("on purpose");
              })
          .get();
    } catch (ExecutionException e) {
      c();
    }
  }

  /** Tasks are the ones that were handed over: found in queues, compared with one another. */
  private static void identity() throws Exception {
    record Ranked(int rank) implements Runnable, Comparable<Ranked> {
      @Override
      public void run() {
        a();
      }

      @Override
      public int compareTo(Ranked other) {
        return Integer.compare(rank, other.rank);
      }
    }
    CountDownLatch latch = new CountDownLatch(1);
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
    try (Pool pool = new Pool(executor)) {
      executor.execute(() -> await(latch));
      Ranked first = new Ranked(1);
      executor.execute(new Ranked(3));
      executor.execute(first);
      executor.execute(new Ranked(2));
      System.out.println(executor.getQueue().peek() == first);
      System.out.println(executor.remove(first));
      System.out.println(executor.getQueue().size());
      latch.countDown();
    }
  }

  private static void nested() throws Exception {
    ExecutorService outer = Executors.newFixedThreadPool(1);
    ExecutorService inner = Executors.newFixedThreadPool(1);
    try (Pool first = new Pool(outer);
        Pool second = new Pool(inner)) {
      outer.submit(() -> inner.submit(Errands::a).get()).get();
    }
  }

  private static void same(ExecutorService executor) {
    executor.execute(B);
  }

  private static void again(ExecutorService executor) {
    executor.execute(B);
  }

  private static final Runnable B = Errands::b;
}
