package com.acme.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The monitored program of the tests: every kind of method, deterministic, ends with exit code 3.
 */
public final class Shop {
  interface Priced {
    int price();

    default int twice() {
      return 2 * price();
    }
  }

  record Item(int price) implements Priced {}

  private Shop() {}

  /** Arguments: what to do, each in a trace of its own. */
  public static void main(String[] args) throws Exception {
    for (String what : args) {
      System.out.println(what + " " + perform(what));
    }
    System.err.println("done");
    System.exit(3);
  }

  static Object perform(String what) throws Exception {
    return switch (what) {
      case "recursion" -> fibonacci(4);
      case "exceptions" -> attempt();
      case "threads" -> inThreads(4, 300);
      case "kinds" -> new Item(21).twice() + total(new Item(1), new Item(2)) + viaLambda(() -> 7);
      case "overflow" -> overflow();
      case "deep" -> depth(5_000);
      default -> throw new IllegalArgumentException(what);
    };
  }

  static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  private static String attempt() {
    try {
      fail(2);
      return "not reached";
    } catch (IllegalStateException e) {
      return e.getMessage() + "/" + after();
    }
  }

  private static void fail(int n) {
    if (n == 0) {
      throw new IllegalStateException("failed on purpose");
    }
    fail(n - 1);
  }

  private static int after() {
    return 1;
  }

  protected static <T extends Priced> int total(Priced... items) {
    int sum = 0;
    for (Priced item : items) {
      sum += item.price();
    }
    return sum;
  }

  static int viaLambda(IntSupplier supplier) {
    return supplier.getAsInt();
  }

  static int depth(int n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
  }

  static String overflow() {
    try {
      endless(0);
      return "not reached";
    } catch (StackOverflowError e) {
      return "overflowed/" + after();
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int endless(int n) {
    return endless(n + 1) + 1;
  }

  private static long inThreads(int count, int traces) throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Worker worker = new Worker(traces);
      workers.add(worker);
      worker.start();
    }
    long sum = 0;
    for (Worker worker : workers) {
      worker.join();
      sum += worker.sum;
    }
    return sum;
  }

  /** Runs traces that are not below another operation: the constructor, {@code run} included. */
  static final class Worker extends Thread {
    private final int traces;
    private long sum;

    Worker(int traces) {
      this.traces = traces;
    }

    @Override
    public void run() {
      for (int i = 0; i < traces; i++) {
        sum += Task.root(i);
      }
    }
  }

  /** A small call tree: root, left, leaf, right. */
  static final class Task {
    private Task() {}

    static int root(int i) {
      return left(i) + right(i);
    }

    private static int left(int i) {
      return leaf(i);
    }

    private static int right(int i) {
      return 2 * i;
    }

    private static int leaf(int i) {
      return i;
    }
  }
}
