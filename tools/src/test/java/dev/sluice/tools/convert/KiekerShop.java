package dev.sluice.tools.convert;

import java.util.ArrayList;
import java.util.List;

/** A program that Kieker's agents monitor: some threads with nested calls, some of which fail. */
public final class KiekerShop {
  private static final int THREADS = 4;
  private static final int ORDERS = 50;

  private KiekerShop() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(new Thread(new KiekerShop()::work));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void work() {
    for (int i = 0; i < ORDERS; i++) {
      try {
        order(i);
      } catch (IllegalStateException e) {
        pay(i);
      }
    }
  }

  private int order(int number) {
    return pay(number) + deliver(number);
  }

  private int pay(int number) {
    return number;
  }

  private int deliver(int number) {
    if (number % 10 == 9) {
      throw new IllegalStateException("no van");
    }
    return pay(number);
  }
}
