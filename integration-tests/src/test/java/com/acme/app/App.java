package com.acme.app;

/** What the pages call {@code app.jar}: takes ten orders, or as many as it is told. */
public final class App {
  private static final int ORDERS = 10;

  private App() {}

  public static void main(String[] args) throws InterruptedException {
    int orders = args.length == 0 ? ORDERS : Integer.parseInt(args[0]);
    for (int i = 1; i <= orders; i++) {
      Shop.order(i);
    }
    System.out.println(orders + " orders");
  }

  /** The service. */
  static final class Shop {
    private Shop() {}

    static void order(int number) throws InterruptedException {
      Stock.take(number);
      Ledger.book(number);
    }
  }

  /** What it calls first. */
  static final class Stock {
    private Stock() {}

    static void take(int number) throws InterruptedException {
      Thread.sleep(1);
    }
  }

  /** What it calls then. */
  static final class Ledger {
    private static long total;

    private Ledger() {}

    static void book(int number) {
      total += number;
    }
  }
}
