package com.acme.shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A hundred visitors of a small shop, two at a time. */
final class Visitors {
  private static final int NUMBER = 100;

  public static void main(String[] args) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    for (int i = 1; i <= NUMBER; i++) {
      int visitor = i;
      threads.execute(() -> page(visitor).show(visitor));
    }
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(NUMBER + " visitors were here");
  }

  private static Page page(int visitor) {
    return visitor % 10 == 0
        ? new HistoryPage()
        : visitor % 4 == 0 ? new OrderPage() : new ArticlePage();
  }
}

interface Page {
  void show(int visitor);
}

final class ArticlePage implements Page {
  @Override
  public void show(int visitor) {
    Database.query("select * from articles where id = " + visitor);
  }
}

final class OrderPage implements Page {
  @Override
  public void show(int visitor) {
    Database.query("select * from articles where id = " + visitor);
    Database.query("insert into orders values (" + visitor + ")");
  }
}

final class HistoryPage implements Page {
  @Override
  public void show(int visitor) {
    Database.query("select article from orders where customer = " + visitor);
    for (int article = 1; article <= 25; article++) {
      Database.query("select * from articles where id = " + article);
    }
  }
}

/** Answers after ten milliseconds. */
final class Database {
  static void query(String sql) {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
